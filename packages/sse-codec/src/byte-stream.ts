// A stream of bytes. Framed on bytes: CR and LF are no part of any other UTF-8 sequence, and a complete
// line is complete UTF-8, so that no decoder has to keep state between chunks.

import { findLineEnd, interpretChunk } from "#chunk";
import { afterLineEnd } from "./byte-lines.ts";
import type { Fields } from "./fields.ts";
import { BOM_BYTES, CR, LF } from "./grammar.ts";
import { HeldBytes } from "./held-bytes.ts";

/** Events are cut from the text of their chunk and keep it alive: this bounds how much of it. */
const WINDOW = 64 * 1024;

const BOM_SIZE = 3;

/** Reads a stream that comes as bytes. */
export class ByteStream {
  declare readonly fields: Fields;
  readonly held: HeldBytes = new HeldBytes();
  /** How much of a BOM has come; all of it once the stream is past it. */
  #bom = 0;
  /** What does not count if the next chunk starts with it: LF after a CR, whose line is done already. */
  #skipped = -1;

  constructor(fields: Fields) {
    this.fields = fields;
  }

  push(chunk: Uint8Array): undefined {
    if (chunk.length > WINDOW) {
      for (let at = 0; at < chunk.length; at += WINDOW) this.push(chunk.subarray(at, at + WINDOW));
      return;
    }
    const { fields, held } = this;
    const end = chunk.length;
    let at = this.#bom < BOM_SIZE ? this.#skipBom(chunk) : 0;
    if (at === end) return;
    if (chunk[at] === this.#skipped) at++;
    this.#skipped = -1;
    if (held.length > 0) {
      const lineEnd = findLineEnd(chunk, at);
      held.append(chunk, at, lineEnd);
      if (lineEnd === end) {
        held.check(fields);
        return;
      }
      held.interpret(fields);
      at = afterLineEnd(chunk, lineEnd);
    }
    if (at < end) at = interpretChunk(fields, chunk, at);
    if (at < end) {
      held.append(chunk, at, end);
      held.check(fields);
    } else if (chunk[end - 1] === CR) this.#skipped = LF;
  }

  #skipBom(chunk: Uint8Array): number {
    let at = 0;
    for (; this.#bom < BOM_SIZE && at < chunk.length; at++, this.#bom++) {
      if (chunk[at] !== BOM_BYTES[this.#bom]) {
        // What has come of it was none: it is the start of the first line.
        this.held.append(BOM_BYTES, 0, this.#bom);
        this.#bom = BOM_SIZE;
        break;
      }
    }
    return at;
  }
}
