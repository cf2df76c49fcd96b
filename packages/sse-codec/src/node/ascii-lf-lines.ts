// A chunk of ASCII to lines where LF alone ends them, as nearly everywhere: `interpretAsciiLines` at nine
// tenths of its cost.

import type { Fields } from "../fields.ts";
import { COLON, DATA, EVENT, ID, LF } from "../grammar.ts";
import { interpretLine } from "../line.ts";
import { isDataField, isEventField, isIdField, valueStart } from "./byte-fields.ts";

/** Does what `interpretAsciiLines` does, of a chunk without CR. */
export function interpretAsciiLfLines(fields: Fields, chunk: Uint8Array, text: string, at: number): number {
  const ignoresComments = !fields.onComment;
  // Of the block that is being read: whether data of it may be stored.
  let mayHaveData = !fields.isIdle;
  while (at < chunk.length) {
    const first = chunk[at];
    if (first === LF) {
      fields.dispatch();
      mayHaveData = false;
      at++;
      continue;
    }
    const lf = text.indexOf("\n", at);
    if (lf === -1) break;
    const size = lf - at;
    if (first === DATA && isDataField(chunk, at)) {
      fields.add(size);
      const start = valueStart(chunk, at + 5);
      const isLast = chunk[lf + 1] === LF;
      at = lf + 1;
      if (isLast && !mayHaveData) {
        fields.emit(text.slice(start, lf));
        at++;
      } else {
        fields.data(text.slice(start, isLast ? lf : at), !isLast);
        mayHaveData = true;
      }
      continue;
    }
    if (first === EVENT && isEventField(chunk, at)) {
      fields.add(size);
      fields.event(text.slice(valueStart(chunk, at + 6), lf));
    } else if (first === ID && isIdField(chunk, at)) {
      fields.add(size);
      fields.id(text.slice(valueStart(chunk, at + 3), lf));
    } else if (first === COLON && ignoresComments) fields.pass(size);
    else {
      interpretLine(fields, text, at, lf, size);
      mayHaveData = true;
    }
    at = lf + 1;
  }
  return at;
}
