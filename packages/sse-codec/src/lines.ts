// A chunk to lines: HTML §9.2.6, "Lines must be processed, in the order they are received".

import { indexOfByte } from "#text";
import type { Fields } from "./fields.ts";
import { CR, LF } from "./grammar.ts";
import { type Bytes, codeAt, interpretLine, type Text } from "./line.ts";

/** Up to here a loop finds a byte faster than a call. */
const SHORT = 24;

/**
 * Interprets the complete lines in `[at..end)`, where a line starts at `at`.
 *
 * @returns Where the line starts that has no end yet: `end` if there is none.
 */
export function interpretLines(fields: Fields, bytes: Bytes, text: Text, at: number, end: number): number {
  // Where the next of each stands. Both are kept: searching anew for what is far away, or nowhere,
  // at every line would take quadratic time.
  let lf = -1;
  let cr = -1;
  while (at < end) {
    const first = codeAt(bytes, text, at);
    if (first === LF || first === CR) {
      fields.dispatch();
      at = first === LF ? at + 1 : afterLineEnd(bytes, text, at, end);
      continue;
    }
    if (lf < at) lf = find(bytes, text, LF, at, end);
    if (cr < at) cr = find(bytes, text, CR, at, end);
    const lineEnd = Math.min(lf, cr);
    if (lineEnd === end) return at;
    interpretLine(fields, bytes, text, at, lineEnd);
    at = lineEnd === lf ? lineEnd + 1 : afterLineEnd(bytes, text, lineEnd, end);
  }
  return at;
}

/** Steps over the line end at `at`: CRLF is one. */
export function afterLineEnd(bytes: Bytes, text: Text, at: number, end: number): number {
  const next = at + 1;
  return codeAt(bytes, text, at) === CR && next < end && codeAt(bytes, text, next) === LF ? next + 1 : next;
}

/** Finds the first CR or LF in `[at..end)`; `end` if there is none. */
export function findLineEnd(bytes: Bytes, text: Text, at: number, end: number): number {
  if (end - at > SHORT) return Math.min(find(bytes, text, LF, at, end), find(bytes, text, CR, at, end));
  for (; at < end; at++) {
    const code = codeAt(bytes, text, at);
    if (code === LF || code === CR) return at;
  }
  return end;
}

function find(bytes: Bytes, text: Text, code: typeof LF | typeof CR, at: number, end: number): number {
  let found = -1;
  if (text !== undefined) found = text.indexOf(code === LF ? "\n" : "\r", at);
  else if (bytes !== undefined) found = indexOfByte(bytes, code, at);
  return found === -1 ? end : found;
}
