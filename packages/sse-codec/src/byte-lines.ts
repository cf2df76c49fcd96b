// Bytes to lines, where the text of a chunk cannot be had at once.

import { decode } from "#text";
import type { Fields } from "./fields.ts";
import { COLON, CR, LF } from "./grammar.ts";
import { interpretLine } from "./line.ts";

/**
 * Interprets the complete lines of a chunk from `at` on, where a line starts.
 *
 * @returns Where the line starts that has no end yet: the chunk's length if there is none.
 */
export function interpretByteLines(fields: Fields, chunk: Uint8Array, at: number): number {
  for (let end = at; end < chunk.length; ) {
    if (chunk[end] === LF || chunk[end] === CR) {
      interpretBytes(fields, chunk, at, end);
      at = end = afterLineEnd(chunk, end);
    } else end++;
  }
  return at;
}

/** Interprets the line `[at..end)`. */
export function interpretBytes(fields: Fields, chunk: Uint8Array, at: number, end: number): undefined {
  const size = end - at;
  if (size === 0) fields.dispatch();
  // A comment is decoded for those who want it.
  else if (chunk[at] === COLON && !fields.onComment) fields.pass(size);
  else {
    const line = decode(chunk, at, end);
    interpretLine(fields, line, 0, line.length, size);
  }
}

/** Steps over the line end at `at`: CRLF is one. */
export function afterLineEnd(chunk: Uint8Array, at: number): number {
  return chunk[at] === CR && chunk[at + 1] === LF ? at + 2 : at + 1;
}
