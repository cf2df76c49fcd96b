// Text to lines: HTML §9.2.6, "Lines must be processed, in the order they are received".

import type { Fields } from "./fields.ts";
import { CR, LF } from "./grammar.ts";
import { interpretLine } from "./line.ts";

/**
 * Interprets the complete lines of a text from `at` on, where a line starts.
 *
 * @returns Where the line starts that has no end yet: the text's length if there is none.
 */
export function interpretLines(fields: Fields, text: string, at: number): number {
  // Where the next of each stands. Both are kept: searching anew for what is far away, or nowhere,
  // at every line would take quadratic time.
  let lf = -1;
  let cr = -1;
  while (at < text.length) {
    if (lf < at) lf = find(text, "\n", at);
    if (cr < at) cr = find(text, "\r", at);
    const end = Math.min(lf, cr);
    if (end === at) {
      fields.dispatch();
      at = afterLineEnd(text, at);
    } else if (end === text.length) break;
    else {
      interpretLine(fields, text, at, end, end - at);
      at = afterLineEnd(text, end);
    }
  }
  return at;
}

/** Steps over the line end at `at`: CRLF is one. */
export function afterLineEnd(text: string, at: number): number {
  return text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
}

/** Finds the first CR or LF from `at` on; the text's length if there is none. */
export function findLineEnd(text: string, at: number): number {
  // No CR behind the first LF is searched for: it may be far away, or nowhere.
  return at + find(text.slice(at, find(text, "\n", at)), "\r", 0);
}

/** Finds a line end from `at` on; the text's length if there is none. */
export function find(text: string, lineEnd: string, at: number): number {
  const found = text.indexOf(lineEnd, at);
  return found === -1 ? text.length : found;
}
