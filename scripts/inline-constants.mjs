// Writes a constant where it is used. A bundler of a user does that only with what a module declares before all else, and
// in a bundle of ours most of them are behind something.
//
//     const HEAD = 6;
//     decode(line, HEAD)          decode(line, 6 /* HEAD */)

import { parseAst } from "vite";

/** @typedef {{ type: string, start: number, end: number } & Record<string, any>} Node */

/** What nothing else is called here: no variable of a function stands for it. */
const CONSTANT = /^[A-Z][A-Z0-9_]*$/;

/**
 * Inlines the numbers and texts of a module's top level, and products of numbers.
 *
 * @param {string} text an ES module, whose constants are `const`
 * @returns {string}
 */
export function withInlinedConstants(text) {
  /** @type {Node[]} */
  const statements = /** @type {any} */ (parseAst(text)).body;
  /** @type {Map<string, string>} */
  const values = new Map();
  /** @type {{ start: number, end: number, text: string }[]} */
  const edits = [];
  for (const { kind, declarations = [], start, end } of statements) {
    const [{ id, init } = /** @type {any} */ ({})] = declarations;
    if (kind !== "const" || declarations.length > 1 || !CONSTANT.test(id.name)) continue;
    const value = constantOf(init);
    if (value === undefined || isExported(id.name, statements)) continue;
    values.set(id.name, typeof value === "number" ? String(value) : text.slice(init.start, init.end));
    edits.push({ start, end: text[end] === "\n" ? end + 1 : end, text: "" });
  }
  collectUses(statements, values, edits);

  let made = "";
  let from = 0;
  for (const edit of edits.sort((a, b) => a.start - b.start)) {
    if (edit.start < from) continue;
    made += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return made + text.slice(from);
}

/**
 * The value of a number, a text, or a product of numbers.
 *
 * @param {Node} init
 * @returns {number | string | undefined}
 */
function constantOf({ type, value, operator, left, right }) {
  if (type === "Literal" && ["number", "string"].includes(typeof value)) return value;
  if (type !== "BinaryExpression" || operator !== "*") return undefined;
  const [first, second] = [constantOf(left), constantOf(right)];
  return typeof first === "number" && typeof second === "number" ? first * second : undefined;
}

/** @param {string} name @param {readonly Node[]} statements */
function isExported(name, statements) {
  return statements.some(
    ({ type, specifiers = [] }) =>
      type === "ExportNamedDeclaration" &&
      specifiers.some((/** @type {Node} */ { local }) => local.name === name),
  );
}

/**
 * @param {unknown} value a node, or whatever a node has for a property
 * @param {ReadonlyMap<string, string>} values
 * @param {{ start: number, end: number, text: string }[]} edits
 */
function collectUses(value, values, edits) {
  if (Array.isArray(value)) for (const each of value) collectUses(each, values, edits);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  const node = /** @type {Node} */ (value);
  if (node.type === "Identifier") {
    const inlined = values.get(node.name);
    if (inlined !== undefined)
      edits.push({ start: node.start, end: node.end, text: `${inlined} /* ${node.name} */` });
    return;
  }
  // A name, and no use of what is called so: of a property, or of a member.
  if (node.type === "Property" && node.shorthand) {
    const { name } = node.key;
    if (node.value.type === "AssignmentPattern") collectUses(node.value.right, values, edits);
    else if (values.has(name))
      edits.push({ start: node.start, end: node.end, text: `${name}: ${values.get(name)}` });
    return;
  }
  const named = node.computed ? undefined : (node.key ?? node.property);
  for (const each of Object.values(node)) if (each !== named) collectUses(each, values, edits);
}
