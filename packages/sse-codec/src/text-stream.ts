// A stream of text, which somebody else has decoded.

import { Chunks, type HeldLine } from "./chunks.ts";
import type { Fields } from "./fields.ts";
import { BOM } from "./grammar.ts";
import { type Bytes, checkUnfinished, interpretLine, type Text } from "./line.ts";

/** The longest start of a line that tells its field: `event:`. */
const HEAD = 6;
/** Pieces are put together before they are more than this, or each would cost a node of a rope. */
const LOOSE = 4096;

/** Reads a stream that comes as text. */
export class TextStream extends Chunks {
  #atStart = true;

  constructor(fields: Fields) {
    super(fields, new HeldText());
  }

  push(chunk: string): undefined {
    const start = this.#atStart && chunk.charCodeAt(0) === BOM ? 1 : 0;
    if (chunk !== "") this.#atStart = false;
    this.scan(undefined, chunk, start, chunk.length);
  }
}

/** A line as text, which is `settled` and `loose`, and starts with `head`. */
class HeldText implements HeldLine {
  #head = "";
  #settled = "";
  #loose = "";

  get length(): number {
    return this.#settled.length + this.#loose.length;
  }

  append(_bytes: Bytes, text: Text, start: number, end: number): undefined {
    const piece = text?.slice(start, end) ?? "";
    if (this.#head.length < HEAD) this.#head += piece.slice(0, HEAD);
    this.#loose += piece;
    if (this.#loose.length < LOOSE) return;
    // Reading a rope flattens it.
    this.#loose.charCodeAt(0);
    this.#settled += this.#loose;
    this.#loose = "";
  }

  check(fields: Fields): undefined {
    checkUnfinished(fields, undefined, this.#head, this.#head.length, this.length);
  }

  interpret(fields: Fields): undefined {
    const line = this.#settled + this.#loose;
    this.release();
    if (line !== "") interpretLine(fields, undefined, line, 0, line.length);
  }

  release(): undefined {
    this.#head = "";
    this.#settled = "";
    this.#loose = "";
  }
}
