// Chunks of text to lines, for streams that somebody else has decoded.

import type { Fields } from "./fields.ts";
import { BOM, CR, LF } from "./grammar.ts";
import { checkUnfinished, interpretLine } from "./line.ts";
import { afterLineEnd, findLineEnd, interpretLines } from "./lines.ts";

/** The longest start of a line that tells its field: `event:`. */
const HEAD = 6;
/** Pieces are put together before they are more than this, or each would cost a node of a rope. */
const LOOSE = 4096;

/** Reads a stream that comes as text. */
export class TextChunks {
  readonly #fields: Fields;
  /** The line that has no end yet is `#held + #loose`, and starts with `#head`. */
  #head = "";
  #held = "";
  #loose = "";
  #atStart = true;
  /** The last chunk ended in CR: its line is done, and a LF would belong to it. */
  #afterCr = false;

  constructor(fields: Fields) {
    this.#fields = fields;
  }

  push(chunk: string): undefined {
    const end = chunk.length;
    let at = 0;
    if (at === end) return;
    if (this.#atStart) {
      this.#atStart = false;
      if (chunk.charCodeAt(0) === BOM && ++at === end) return;
    }
    if (this.#afterCr) {
      this.#afterCr = false;
      if (chunk.charCodeAt(at) === LF && ++at === end) return;
    }
    if (this.#head !== "") {
      const lineEnd = findLineEnd(undefined, chunk, at, end);
      this.#hold(chunk.slice(at, lineEnd));
      if (lineEnd === end) {
        this.#check();
        return;
      }
      this.finish();
      at = afterLineEnd(undefined, chunk, lineEnd, end);
    }
    if (at < end) at = interpretLines(this.#fields, undefined, chunk, at, end);
    if (at < end) {
      this.#hold(chunk.slice(at));
      this.#check();
    } else this.#afterCr = chunk.charCodeAt(end - 1) === CR;
  }

  /** Interprets what has come of a last line without an end. */
  finish(): undefined {
    if (this.#head === "") return;
    const line = this.#held + this.#loose;
    this.release();
    interpretLine(this.#fields, undefined, line, 0, line.length);
  }

  release(): undefined {
    this.#head = "";
    this.#held = "";
    this.#loose = "";
  }

  #hold(piece: string): undefined {
    if (this.#head.length < HEAD) this.#head += piece.slice(0, HEAD);
    this.#loose += piece;
    if (this.#loose.length < LOOSE) return;
    // Reading a rope flattens it.
    this.#loose.charCodeAt(0);
    this.#held += this.#loose;
    this.#loose = "";
  }

  #check(): undefined {
    const size = this.#held.length + this.#loose.length;
    checkUnfinished(this.#fields, undefined, this.#head, this.#head.length, size);
  }
}
