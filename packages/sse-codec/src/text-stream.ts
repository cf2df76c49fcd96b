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
    const { fields, held } = this;
    const end = chunk.length;
    if (end === 0) return;
    let at = chunk.charCodeAt(0) === this.#skipped ? 1 : 0;
    this.#skipped = -1;
    if (held.length > 0) {
      const lineEnd = findLineEnd(chunk, at);
      held.append(chunk.slice(at, lineEnd));
      if (lineEnd === end) {
        held.check(fields);
        return;
      }
      held.interpret(fields);
      at = afterLineEnd(chunk, lineEnd);
    }
    if (at < end) at = interpretText(fields, chunk, at);
    if (at < end) {
      held.append(chunk.slice(at));
      held.check(fields);
    } else if (chunk.charCodeAt(end - 1) === CR) this.#skipped = LF;
  }
}
