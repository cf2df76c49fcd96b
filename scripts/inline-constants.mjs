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
 * Inlines the numbers and texts of a module's top level.
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
    const isPlain = init.type === "Literal" && ["number", "string"].includes(typeof init.value);
    if (!isPlain || isExported(id.name, statements)) continue;
    values.set(id.name, text.slice(init.start, init.end));
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
  const isShorthand = node.type === "Property" && node.shorthand;
  if (isShorthand && values.has(node.key.name))
    edits.push({ start: node.start, end: node.end, text: `${node.key.name}: ${values.get(node.key.name)}` });
  const named = node.computed ? undefined : (node.key ?? node.property);
  for (const each of Object.values(node))
    if (each !== named && !isShorthand) collectUses(each, values, edits);
}
