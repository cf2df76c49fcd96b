// A stream of text, which somebody else has decoded.

import { interpretText } from "#chunk";
import type { Fields } from "./fields.ts";
import { BOM, CR, LF } from "./grammar.ts";
import { HeldText } from "./held-text.ts";
import { afterLineEnd, findLineEnd } from "./lines.ts";

/** Reads a stream that comes as text. */
export class TextStream {
  declare readonly fields: Fields;
  readonly held: HeldText = new HeldText();
  /**
   * What does not count if the next chunk starts with it: at first a BOM, and LF after a CR, whose line is
   * done already.
   */
  #skipped = BOM;

  constructor(fields: Fields) {
    this.fields = fields;
  }

  push(chunk: string): undefined {
    let at = 0;
    if (this.#skipped !== -1 || this.held.length > 0) at = this.#resume(chunk);
    if (at < chunk.length) at = interpretText(this.fields, chunk, at);
    if (at < chunk.length) this.#hold(chunk.slice(at));
    else if (chunk.charCodeAt(at - 1) === CR) this.#skipped = LF;
  }

  /** Completes what the chunk before has left, and tells where a line starts: the chunk's length if none does. */
  #resume(chunk: string): number {
    const { fields, held } = this;
    const end = chunk.length;
    if (end === 0) return 0;
    const start = chunk.charCodeAt(0) === this.#skipped ? 1 : 0;
    this.#skipped = -1;
    if (held.length === 0) return start;
    const lineEnd = findLineEnd(chunk, start);
    if (lineEnd === end) {
      this.#hold(chunk.slice(start));
      return end;
    }
    held.append(chunk.slice(start, lineEnd));
    held.interpret(fields);
    return afterLineEnd(chunk, lineEnd);
  }

  #hold(piece: string): undefined {
    this.held.append(piece);
    this.held.check(this.fields);
  }
}
