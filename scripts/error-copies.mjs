// Lets `instanceof` know an error by whichever copy of its class it was made. `mcp-sse/client` has copies of other
// packages within it on Node; a program that is bundled in part, or has two versions installed, has them anyway.
//
//     class SseClientError extends Error {
//       static [Symbol.hasInstance](value) { … }
//       get [Symbol.for("mcp-sse.SseClientError")]() { return true; }

import { parseAst } from "vite";

/** @typedef {{ type: string, start: number, end: number } & Record<string, any>} Node */

/**
 * Marks the instances of each error class, and has each class look for the mark. A subclass has the mark of its
 * superclass, and looks for none.
 *
 * @param {string} text an ES module, as esbuild prints it: its classes are values of variables
 * @returns {string}
 */
export function withKnownCopies(text) {
  /** @type {Node[]} */
  const statements = /** @type {any} */ (parseAst(text)).body;
  let made = "";
  let from = 0;
  for (const { id, init } of statements.flatMap(({ declarations = [] }) => declarations)) {
    if (init?.type !== "ClassExpression" || init.superClass?.name !== "Error") continue;
    const mark = `Symbol.for("mcp-sse.${nameOf(init)}")`;
    const at = init.body.start + 1;
    made += `${text.slice(from, at)}
  static [Symbol.hasInstance](value) {
    return super[Symbol.hasInstance](value) || (this === ${id.name} && value?.[${mark}] === true);
  }
  get [${mark}]() {
    return true;
  }`;
    from = at;
  }
  return made + text.slice(from);
}

/** @param {Node} classNode @returns {string} what its instances say that they are; a variable may be renamed */
function nameOf({ body }) {
  const field = body.body.find((/** @type {Node} */ { key }) => key?.name === "name");
  if (typeof field?.value?.value !== "string") throw new Error("an error class has no name");
  return field.value.value;
}
