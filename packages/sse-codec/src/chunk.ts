// A chunk to lines with what every runtime has. `src/node/chunk.ts` is its twin with what Node
// has; the `#chunk` import chooses, both pass the same tests.

import { decode } from "#text";
import { interpretByteLines } from "./byte-lines.ts";
import type { Fields } from "./fields.ts";
import { CR, LF } from "./grammar.ts";
import { interpretLines } from "./lines.ts";

/** Finds the first CR or LF of a chunk from `at` on; the chunk's length if there is none. */
export function findLineEnd(chunk: Uint8Array, at: number): number {
  // -1 becomes more than any length.
  return Math.min(chunk.indexOf(LF, at) >>> 0, chunk.indexOf(CR, at) >>> 0, chunk.length);
}

/** Interprets the complete lines of a chunk of text from `at` on, as {@link interpretChunk} those of bytes. */
export { interpretLines as interpretText } from "./lines.ts";

/**
 * Interprets the complete lines of a chunk of bytes from `at` on, where a line starts.
 *
 * @returns Where the line starts that has no end yet: the chunk's length if there is none.
 */
export function interpretChunk(fields: Fields, chunk: Uint8Array, at: number): number {
  const text = decode(chunk, 0, chunk.length);
  // No sequence of bytes decodes to more units than it has bytes: equal sums are equal terms, and offsets
  // into the text are offsets into the bytes. Otherwise each line is decoded by itself.
  return text.length === chunk.length
    ? interpretLines(fields, text, at)
    : interpretByteLines(fields, chunk, at);
}
