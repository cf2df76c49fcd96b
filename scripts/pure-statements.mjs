// Tells the bundlers of users what `"sideEffects": false` told them of every module: that nothing happens when it is
// loaded. In a bundle they judge each statement by itself, and keep what may have an effect: a call, a property
// that may have a getter, a class that extends what they do not know.
//
//     var RETRY = { "retry-after": text() };
//     var RETRY = /* @__PURE__ */ (() => ({ "retry-after": text() }))();

import { parseAst } from "vite";

/** @typedef {{ type: string, start: number, end: number } & Record<string, any>} Node */

/** Superclasses that bundlers know to be classes. */
const KNOWN_CLASSES = ["Error", "Map"];
const EFFECTS = new Set(["CallExpression", "NewExpression", "MemberExpression", "TaggedTemplateExpression"]);
const FUNCTIONS = new Set(["ArrowFunctionExpression", "FunctionExpression"]);

/**
 * Marks the variables of a module as pure, where that is not plain.
 *
 * @param {string} text an ES module, as esbuild prints it: its classes are values of variables
 * @returns {string}
 */
export function withPureStatements(text) {
  /** @type {Node[]} */
  const statements = /** @type {any} */ (parseAst(text)).body;
  /** @type {Node[]} */
  const variables = statements.flatMap(({ declarations = [] }) => declarations);
  const imported = statements.flatMap(({ type, specifiers }) =>
    type === "ImportDeclaration" ? specifiers : [],
  );
  const names = [...variables.map(({ id }) => id.name), ...imported.map(({ local }) => local.name)];
  const classes = new Set([...KNOWN_CLASSES, ...names]);

  let marked = "";
  let from = 0;
  for (const { id, init, start, end } of variables) {
    if (init === null || !mayHaveEffect(init, classes)) continue;
    if (text.slice(id.end, init.start).includes("@__PURE__")) continue;
    const value = text.slice(init.start, init.end);
    const declared = id.type === "Identifier" ? pure(id.name, init, value, classes) : pureParts(id, value);
    if (declared === undefined) continue;
    marked += text.slice(from, start) + declared;
    from = end;
  }
  return marked + text.slice(from);
}

/**
 * Of `{ a, b } = from` each variable by itself: a pattern always counts as an effect.
 *
 * @param {Node} pattern
 * @param {string} value
 */
function pureParts({ type, properties }, value) {
  if (type !== "ObjectPattern" || !properties.every((/** @type {Node} */ { shorthand }) => shorthand))
    return undefined;
  const names = properties.map((/** @type {Node} */ { key }) => key.name);
  return names
    .map((/** @type {string} */ name) => `${name} = /* @__PURE__ */ (() => ${value}.${name})()`)
    .join(", ");
}

/** @param {string} name @param {Node} init @param {string} value @param {ReadonlySet<string>} classes */
function pure(name, init, value, classes) {
  const isCall = init.type === "CallExpression" || init.type === "NewExpression";
  if (isCall && !mayHaveEffect(init.arguments, classes)) return `${name} = /* @__PURE__ */ ${value}`;
  // The variable does not give its name to a class behind a function.
  const isUnnamed = init.type === "ClassExpression" && init.id === null;
  return `${name} = /* @__PURE__ */ (() => (${isUnnamed ? value.replace("class", `class ${name}`) : value}))()`;
}

/**
 * Whether a bundler must think so of an expression. What is within a function happens later, if ever.
 *
 * @param {unknown} value a node, or whatever a node has for a property
 * @param {ReadonlySet<string>} classes names that a class may extend
 * @returns {boolean}
 */
function mayHaveEffect(value, classes) {
  if (Array.isArray(value)) return value.some((each) => mayHaveEffect(each, classes));
  if (typeof value !== "object" || value === null) return false;
  const node = /** @type {Node} */ (value);
  if (EFFECTS.has(node.type)) return true;
  if (FUNCTIONS.has(node.type) || (node.type === "PropertyDefinition" && !node.static)) return false;
  if (node.type === "ClassExpression" && node.superClass !== null && !classes.has(node.superClass.name))
    return true;
  return Object.values(node).some((each) => mayHaveEffect(each, classes));
}
