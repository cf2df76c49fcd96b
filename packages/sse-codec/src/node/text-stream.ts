// A stream of text with a short way for a chunk that is one whole block.

import { LF } from "../grammar.ts";
import { TextStream as AnyTextStream } from "../text-stream.ts";
import { interpretOneBlock } from "./one-block.ts";

/** See `src/text-stream.ts`. */
export class TextStream extends AnyTextStream {
  /** Whether a block starts with the next chunk, and nothing of it does not count. */
  #isAtBlock = false;

  override push(chunk: string): undefined {
    if (this.#isAtBlock && interpretOneBlock(this.fields, chunk)) return;
    super.push(chunk);
    this.#isAtBlock = chunk.charCodeAt(chunk.length - 1) === LF && this.fields.isIdle;
  }
}
