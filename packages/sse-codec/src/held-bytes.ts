/** A piece from here on is kept as it is, if it does not keep a buffer alive of more than twice its size. */
const LARGE = 4096;
/** What is copied goes into blocks that double up to this. */
const BLOCK = 64 * 1024;
/** The head is one piece of at least this, if the line is as long: enough to tell the field. */
const HEAD = 16;

/** What an idle scanner may keep: enough for the piece of a line at the end of most chunks. */
const KEPT = 4096;

const NOTHING = new Uint8Array(0);

/**
 * The bytes of a line that has no end yet.
 *
 * Small pieces are copied, large ones kept, and all are joined once: a line costs time in proportion
 * to its length, however it is cut, and a little piece does not keep a large chunk alive.
 */
export class HeldBytes {
  length = 0;
  /** Pieces that are full or kept, in order; what stands in `#block` follows them. */
  #parts: Uint8Array[] = [];
  #block: Uint8Array = NOTHING;
  #used = 0;

  append(chunk: Uint8Array, start: number, end: number): undefined {
    const size = end - start;
    if (size >= LARGE && this.length >= HEAD && 2 * size >= chunk.buffer.byteLength) {
      this.#seal();
      this.#parts.push(chunk.subarray(start, end));
    } else {
      this.#makeRoom(size);
      if (size < HEAD) {
        // Cheaper than a view for as little as this.
        for (let at = start, to = this.#used; at < end; at++, to++) this.#block[to] = chunk[at] ?? 0;
      } else this.#block.set(chunk.subarray(start, end), this.#used);
      this.#used += size;
    }
    this.length += size;
  }

  /** The start of the line, in a buffer that may go on with what is stale. */
  get head(): Uint8Array {
    return this.#parts[0] ?? this.#block;
  }

  /** How much of `head` is of the line. */
  get headLength(): number {
    return this.#parts[0]?.length ?? this.#used;
  }

  /** Joins the line in one buffer, which may go on with what is stale, and is valid until `append`. */
  take(): Uint8Array {
    let line = this.#block;
    if (this.#parts.length > 0) {
      this.#seal();
      line = new Uint8Array(this.length);
      let at = 0;
      for (const part of this.#parts) {
        line.set(part, at);
        at += part.length;
      }
      this.#parts = [];
    }
    if (this.#block.length > KEPT) this.#block = NOTHING;
    this.length = 0;
    this.#used = 0;
    return line;
  }

  release(): undefined {
    this.length = 0;
    this.#parts = [];
    this.#block = NOTHING;
    this.#used = 0;
  }

  #makeRoom(size: number): undefined {
    const used = this.#used;
    if (used + size <= this.#block.length) return;
    if (used >= BLOCK) {
      this.#seal();
      this.#block = new Uint8Array(Math.max(size, BLOCK));
      return;
    }
    const grown = new Uint8Array(Math.max(used + size, Math.min(2 * this.#block.length, BLOCK), 256));
    grown.set(this.#block.subarray(0, used));
    this.#block = grown;
  }

  #seal(): undefined {
    if (this.#used === 0) return;
    this.#parts.push(this.#block.subarray(0, this.#used));
    this.#block = NOTHING;
    this.#used = 0;
  }
}
