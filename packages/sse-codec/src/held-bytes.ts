import { decode, memoryOf } from "#text";
import { interpretBytes } from "./byte-lines.ts";
import type { Fields } from "./fields.ts";
import { checkUnfinished } from "./line.ts";

/**
 * A piece from here on is kept as it is, if it does not keep a buffer alive of more than twice its size. An
 * idle scanner keeps no larger block: enough for the piece of a line at the end of most chunks.
 */
const LARGE = 4096;
/** The first piece has at least this, if the line is as long: enough to tell the field. */
const HEAD = 16;
const NOTHING = new Uint8Array(0);

/**
 * A line as bytes.
 *
 * Small pieces are copied, large ones kept, and all are joined once: a line costs time in proportion
 * to its length, however it is cut, and a little piece does not keep a large chunk alive.
 */
export class HeldBytes {
  /** Its size so far; 0 if there is none. */
  length = 0;
  /** What was kept, and what was copied before it, in order; the start of `#block` follows. */
  #parts: Uint8Array[] = [];
  #block: Uint8Array = NOTHING;
  #used = 0;

  /** Puts a range of a chunk behind it. */
  append(chunk: Uint8Array, start: number, end: number): undefined {
    const size = end - start;
    this.length += size;
    if (size >= LARGE && this.length >= size + HEAD && 2 * size >= chunk.buffer.byteLength) {
      this.#seal();
      this.#parts.push(chunk.subarray(start, end));
      return;
    }
    const used = this.#used;
    if (used + size > this.#block.length) {
      const grown = new Uint8Array(Math.max(used + size, 2 * this.#block.length, 256));
      grown.set(this.#block.subarray(0, used));
      this.#block = grown;
    }
    // A loop is cheaper than a view for as little as this.
    if (size < HEAD) for (let at = 0; at < size; at++) this.#block[used + at] = chunk[start + at] ?? 0;
    else this.#block.set(chunk.subarray(start, end), used);
    this.#used += size;
  }

  /** Checks its size against the limit, as far as its field is known. */
  check(fields: Fields): undefined {
    if (this.length > fields.room) checkUnfinished(fields, this.#head(), this.length);
  }

  /** Interprets it, if there is one, and holds nothing from then on. */
  interpret(fields: Fields): undefined {
    const { length } = this;
    if (length === 0) return;
    let line = this.#block;
    if (this.#parts.length > 0) {
      this.#seal();
      line = memoryOf(length);
      let at = 0;
      for (const part of this.#parts) {
        line.set(part, at);
        at += part.length;
      }
    }
    this.release();
    if (line.length <= LARGE) this.#block = line;
    interpretBytes(fields, line, 0, length);
  }

  /** Gives all memory back. */
  release(): undefined {
    this.length = 0;
    this.#parts = [];
    this.#block = NOTHING;
    this.#used = 0;
  }

  #head(): string {
    return decode(this.#parts[0] ?? this.#block, 0, Math.min(HEAD, this.length));
  }

  #seal(): undefined {
    if (this.#used > 0) this.#parts.push(this.#block.subarray(0, this.#used));
    this.#block = NOTHING;
    this.#used = 0;
  }
}
