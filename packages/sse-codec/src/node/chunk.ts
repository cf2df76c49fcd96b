// A chunk to lines with what Node has. Measured on Node 20 to 24.

import { interpretByteLines } from "../byte-lines.ts";
import type { Fields } from "../fields.ts";
import { CR, LF } from "../grammar.ts";
import { interpretLines } from "../lines.ts";
import { interpretAsciiLfLines } from "./ascii-lf-lines.ts";
import { interpretAsciiLines } from "./ascii-lines.ts";
import { blocksEnd } from "./blocks.ts";
import { bufferModule } from "./buffer-module.ts";
import { interpretLfLines } from "./lf-lines.ts";
import { decode, FAST_UTF8, toLatin1 } from "./text.ts";

const indexOf = Buffer.prototype.indexOf as (this: Uint8Array, byte: number, from: number) => number;

/** Below this, decoding a chunk at once costs more than it saves. */
const TINY = 24;
/** Up to here one call that decodes costs less than two, the first of which looks whether it is ASCII. */
const SMALL = 1024;

/** See `src/chunk.ts`. */
export function interpretText(fields: Fields, text: string, at: number): number {
  return text.indexOf("\r", at) !== -1
    ? interpretLines(fields, text, at)
    : interpretLfLines(fields, text, at);
}

/** See `src/chunk.ts`. */
export function interpretChunk(fields: Fields, chunk: Uint8Array, at: number): number {
  const { length } = chunk;
  const size = length - at;
  if (size < TINY) return interpretByteLines(fields, chunk, at);
  let text = "";
  if (FAST_UTF8 && size <= SMALL) {
    text = decode(chunk, 0, length);
    if (text.length === length) return interpretAscii(fields, chunk, text, at);
    // A look at one byte often spares the call.
  } else if ((chunk[at + (size >> 1)] ?? 0) < 0x80 && bufferModule().isAscii(chunk)) {
    return interpretAscii(fields, chunk, toLatin1(chunk), at);
  }

  // What is not ASCII has its sizes in bytes, which its text does not tell. They do not matter up to the
  // last blank line if all of it fits; behind it each line is decoded by itself.
  const blank = blocksEnd(chunk, at);
  if (blank > at && blank - at <= fields.room) {
    const isAll = text !== "" && at === 0 && blank === length;
    const blocks = isAll ? text : decode(chunk, at, blank);
    // A CR is searched for in bytes: in text of two bytes per unit each half of one that looks like it stops the search.
    if (indexOf.call(chunk, CR, at) === -1) interpretLfLines(fields, blocks, 0);
    else interpretLines(fields, blocks, 0);
    at = blank;
  }
  return interpretByteLines(fields, chunk, at);
}

function interpretAscii(fields: Fields, chunk: Uint8Array, text: string, at: number): number {
  const hasCr = text.indexOf("\r", at) !== -1;
  return hasCr
    ? interpretAsciiLines(fields, chunk, text, at)
    : interpretAsciiLfLines(fields, chunk, text, at);
}

/** See `src/chunk.ts`. */
export function findLineEnd(chunk: Uint8Array, at: number): number {
  const { length } = chunk;
  if (length - at < TINY) {
    while (at < length && chunk[at] !== LF && chunk[at] !== CR) at++;
    return at;
  }
  const lf = indexOf.call(chunk, LF, at);
  // No CR behind the first LF is searched for: it may be far away, or nowhere.
  const line = lf === -1 ? chunk : chunk.subarray(0, lf);
  const cr = indexOf.call(line, CR, at);
  return cr === -1 ? line.length : cr;
}
