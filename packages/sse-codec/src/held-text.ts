import type { Fields } from "./fields.ts";
import { checkUnfinished, interpretLine } from "./line.ts";

/** The longest start of a line that tells its field: `event:`. */
const HEAD = 6;
/** Pieces are put together before they are more than this, or each would cost a node of a rope. */
const LOOSE = 4096;

/** A line as text, which is `settled` and `loose`, and starts with `head`. */
export class HeldText {
  /** Its size so far; 0 if there is none. */
  length = 0;
  #head = "";
  #settled = "";
  #loose = "";

  /** Puts a piece behind it. */
  append(piece: string): undefined {
    this.length += piece.length;
    if (this.#head.length < HEAD) this.#head += piece.slice(0, HEAD);
    this.#loose += piece;
    if (this.#loose.length < LOOSE) return;
    // Reading a rope flattens it.
    this.#loose.charCodeAt(0);
    this.#settled += this.#loose;
    this.#loose = "";
  }

  /** Checks its size against the limit, as far as its field is known. */
  check(fields: Fields): undefined {
    if (this.length > fields.room) checkUnfinished(fields, this.#head, this.length);
  }

  /** Interprets it, if there is one, and holds nothing from then on. */
  interpret(fields: Fields): undefined {
    const { length } = this;
    if (length === 0) return;
    const line = this.#settled + this.#loose;
    this.release();
    interpretLine(fields, line, 0, length, length);
  }

  /** Gives all memory back. */
  release(): undefined {
    this.length = 0;
    this.#head = "";
    this.#settled = "";
    this.#loose = "";
  }
}
