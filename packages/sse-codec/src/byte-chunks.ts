// Chunks of bytes to lines. Framed on bytes: CR and LF are no part of any other UTF-8 sequence, and a
// complete line is complete UTF-8, so that no decoder has to keep state between chunks.

import { decode, decodeAligned, lastIndexOfByte } from "#text";
import type { Fields } from "./fields.ts";
import { BOM_BYTES, CR, LF } from "./grammar.ts";
import { HeldBytes } from "./held-bytes.ts";
import { checkUnfinished, interpretLine } from "./line.ts";
import { afterLineEnd, findLineEnd, interpretLines } from "./lines.ts";

/** Events are cut from the text of their chunk and keep it alive: this bounds how much of it. */
const WINDOW = 64 * 1024;
/** Below this, decoding a chunk at once costs more than it saves. */
const TINY = 24;

/** Reads a stream that comes as bytes. */
export class ByteChunks {
  readonly #fields: Fields;
  readonly #held = new HeldBytes();
  /** How much of a BOM has come; `BOM_BYTES.length` once the stream is past it. */
  #bom = 0;
  /** The last chunk ended in CR: its line is done, and a LF would belong to it. */
  #afterCr = false;

  constructor(fields: Fields) {
    this.#fields = fields;
  }

  push(chunk: Uint8Array): undefined {
    if (chunk.length <= WINDOW) this.#scan(chunk);
    else for (let at = 0; at < chunk.length; at += WINDOW) this.#scan(chunk.subarray(at, at + WINDOW));
  }

  /** Interprets what has come of a last line without an end. */
  finish(): undefined {
    this.#endBom();
    if (this.#held.length > 0) this.#interpretHeld();
  }

  release(): undefined {
    this.#held.release();
  }

  #scan(chunk: Uint8Array): undefined {
    const end = chunk.length;
    let at = this.#bom < BOM_BYTES.length ? this.#skipBom(chunk) : 0;
    if (at === end) return;
    if (this.#afterCr) {
      this.#afterCr = false;
      if (chunk[at] === LF && ++at === end) return;
    }
    if (this.#held.length > 0) {
      const lineEnd = findLineEnd(chunk, undefined, at, end);
      this.#held.append(chunk, at, lineEnd);
      if (lineEnd === end) {
        this.#check();
        return;
      }
      this.#interpretHeld();
      at = afterLineEnd(chunk, undefined, lineEnd, end);
    }
    if (at < end) at = this.#interpret(chunk, at, end);
    if (at < end) {
      this.#held.append(chunk, at, end);
      this.#check();
    } else this.#afterCr = chunk[end - 1] === CR;
  }

  #interpret(chunk: Uint8Array, at: number, end: number): number {
    if (end - at < TINY) return interpretLines(this.#fields, chunk, undefined, at, end);
    const aligned = decodeAligned(chunk);
    if (aligned !== undefined) return interpretLines(this.#fields, chunk, aligned, at, end);

    // Sizes are in bytes, which the text no longer tells. They do not matter up to the last blank
    // line if all of it fits; behind it each value is decoded by itself.
    const blank = afterLastBlankLine(chunk, at, end);
    if (blank > at && blank - at <= this.#fields.room) {
      const text = decode(chunk, at, blank);
      interpretLines(this.#fields, undefined, text, 0, text.length);
      at = blank;
    }
    return interpretLines(this.#fields, chunk, undefined, at, end);
  }

  #interpretHeld(): undefined {
    const { length } = this.#held;
    interpretLine(this.#fields, this.#held.take(), undefined, 0, length);
  }

  #check(): undefined {
    const { head, headLength, length } = this.#held;
    checkUnfinished(this.#fields, head, undefined, headLength, length);
  }

  #skipBom(chunk: Uint8Array): number {
    let at = 0;
    while (at < chunk.length && this.#bom < BOM_BYTES.length) {
      if (chunk[at] !== BOM_BYTES[this.#bom]) {
        this.#endBom();
        break;
      }
      this.#bom++;
      at++;
    }
    return at;
  }

  /** What has come of a BOM was none: it is the start of the first line. */
  #endBom(): undefined {
    if (this.#bom < BOM_BYTES.length) this.#held.append(Uint8Array.from(BOM_BYTES), 0, this.#bom);
    this.#bom = BOM_BYTES.length;
  }
}

/** Finds the end of the last blank line in `[at..end)`, where a line starts at `at`; `at` if there is none. */
function afterLastBlankLine(bytes: Uint8Array, at: number, end: number): number {
  let lf = end;
  let cr = end;
  for (let before = end - 1; before >= at; ) {
    if (lf > before) lf = lastIndexOfByte(bytes, LF, before);
    if (cr > before) cr = lastIndexOfByte(bytes, CR, before);
    const lineEnd = Math.max(lf, cr);
    if (lineEnd < at) break;
    before = (lineEnd === lf && cr === lf - 1 ? cr : lineEnd) - 1;
    if (before < at || bytes[before] === LF || bytes[before] === CR) return lineEnd + 1;
  }
  return at;
}
