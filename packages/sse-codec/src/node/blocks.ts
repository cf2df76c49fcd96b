import { CR, LF } from "../grammar.ts";

const lastIndexOf = Buffer.prototype.lastIndexOf as (this: Uint8Array, byte: number, from: number) => number;

/** Finds the end of the last blank line of a chunk, from `at` on; `at` if there is none. */
export function blocksEnd(chunk: Uint8Array, at: number): number {
  const end = chunk.length;
  let lf = end;
  let cr = end;
  for (let before = end - 1; before >= at; ) {
    let lineEnd = before;
    if (!isLineEnd(chunk[before])) {
      if (lf > before) lf = lastIndexOf.call(chunk, LF, before);
      if (cr > before) cr = lastIndexOf.call(chunk, CR, before);
      lineEnd = Math.max(lf, cr);
      if (lineEnd < at) break;
    }
    before = lineEnd - (chunk[lineEnd] === LF && chunk[lineEnd - 1] === CR ? 2 : 1);
    if (before < at || isLineEnd(chunk[before])) return lineEnd + 1;
  }
  return at;
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}
