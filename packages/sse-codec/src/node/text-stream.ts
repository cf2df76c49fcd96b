// A stream of text with short ways for a chunk that is one whole block, and for a tiny piece of a line.

import { CR, LF } from "../grammar.ts";
import { TextStream as AnyTextStream } from "../text-stream.ts";
import { interpretOneBlock } from "./one-block.ts";

/** Up to here, in UTF-16 code units, a look at each of them costs less than two searches. */
const TINY = 8;

/** See `src/text-stream.ts`. */
export class TextStream extends AnyTextStream {
  /** Whether a block starts with the next chunk, and nothing of it does not count. */
  #isAtBlock = false;

  override push(chunk: string): undefined {
    const { fields, held } = this;
    if (this.#isAtBlock && interpretOneBlock(fields, chunk)) return;
    if (held.length > 0 && chunk.length <= TINY && !hasLineEnd(chunk)) {
      held.append(chunk);
      held.check(fields);
      return;
    }
    super.push(chunk);
    this.#isAtBlock = held.length === 0 && fields.isIdle && chunk.charCodeAt(chunk.length - 1) === LF;
  }
}

function hasLineEnd(chunk: string): boolean {
  for (let at = 0; at < chunk.length; at++) {
    const unit = chunk.charCodeAt(at);
    if (unit === LF || unit === CR) return true;
  }
  return false;
}
