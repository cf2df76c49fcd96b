// A stream of bytes. Framed on bytes: CR and LF are no part of any other UTF-8 sequence, and a complete
// line is complete UTF-8, so that no decoder has to keep state between chunks.

import { blocksEnd, decode, decodeAligned } from "#text";
import { Chunks } from "./chunks.ts";
import type { Fields } from "./fields.ts";
import { BOM_BYTES } from "./grammar.ts";
import { HeldBytes } from "./held-bytes.ts";
import type { Bytes, Text } from "./line.ts";
import { interpretLines } from "./lines.ts";

/** Events are cut from the text of their chunk and keep it alive: this bounds how much of it. */
const WINDOW = 64 * 1024;
/** Below this, decoding a chunk at once costs more than it saves. */
const TINY = 24;

/** Reads a stream that comes as bytes. */
export class ByteStream extends Chunks {
  /** How much of a BOM has come; all of it once the stream is past it. */
  #bom = 0;

  constructor(fields: Fields) {
    super(fields, new HeldBytes());
  }

  push(chunk: Uint8Array): undefined {
    if (chunk.length > WINDOW) {
      for (let at = 0; at < chunk.length; at += WINDOW) this.push(chunk.subarray(at, at + WINDOW));
      return;
    }
    this.scan(chunk, undefined, this.#bom < BOM_BYTES.length ? this.#skipBom(chunk) : 0, chunk.length);
  }

  override interpret(bytes: Bytes, text: Text, at: number, end: number): number {
    const { fields } = this;
    if (bytes !== undefined && end - at >= TINY) {
      text = decodeAligned(bytes);
      // What is not ASCII has its sizes in bytes, which its text does not tell. They do not matter up to
      // the last blank line if all of it fits; behind it each value is decoded by itself.
      const blank = text === undefined ? blocksEnd(bytes, at, end) : at;
      if (blank > at && blank - at <= fields.room) {
        const blocks = decode(bytes, at, blank);
        interpretLines(fields, undefined, blocks, 0, blocks.length);
        at = blank;
      }
    }
    return interpretLines(fields, bytes, text, at, end);
  }

  #skipBom(chunk: Uint8Array): number {
    let at = 0;
    for (; this.#bom < BOM_BYTES.length && at < chunk.length; at++, this.#bom++) {
      if (chunk[at] !== BOM_BYTES[this.#bom]) {
        // What has come of it was none: it is the start of the first line.
        this.held.append(BOM_BYTES, undefined, 0, this.#bom);
        this.#bom = BOM_BYTES.length;
        break;
      }
    }
    return at;
  }
}
