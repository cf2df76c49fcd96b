// A chunk of ASCII to lines: what its text can tell its bytes tell at the same offsets, and at a fifth of
// the cost. Ends are searched for in the text, and values cut from it.

import { afterLineEnd } from "../byte-lines.ts";
import type { Fields } from "../fields.ts";
import { COLON, CR, DATA, EVENT, ID, LF } from "../grammar.ts";
import { interpretLine } from "../line.ts";
import { find } from "../lines.ts";
import { isDataField, isEventField, isIdField, valueStart } from "./byte-fields.ts";

/** Does what `interpretLines` does. */
export function interpretAsciiLines(fields: Fields, chunk: Uint8Array, text: string, at: number): number {
  const ignoresComments = !fields.onComment;
  // As in `interpretAsciiLfLines`.
  let mayHaveData = !fields.isIdle;
  // As in `interpretLines`, both are kept.
  let cr = -1;
  let lf = -1;
  while (at < chunk.length) {
    const first = chunk[at];
    if (first === LF || first === CR) {
      fields.dispatch();
      mayHaveData = false;
      at = afterLineEnd(chunk, at);
      continue;
    }
    if (lf < at) lf = find(text, "\n", at);
    if (cr < at) cr = find(text, "\r", at);
    const end = Math.min(lf, cr);
    if (end === chunk.length) break;
    const next = afterLineEnd(chunk, end);
    const size = end - at;
    if (first === DATA && isDataField(chunk, at)) {
      fields.add(size);
      const start = valueStart(chunk, at + 5);
      const isLast = chunk[next] === LF || chunk[next] === CR;
      if (isLast && !mayHaveData) {
        // Most events have one line of data: nothing of it is stored.
        fields.emit(text.slice(start, end));
        at = afterLineEnd(chunk, next);
        continue;
      }
      const isOpen = !isLast && end === lf;
      fields.data(text.slice(start, isOpen ? next : end), isOpen);
      mayHaveData = true;
    } else if (first === EVENT && isEventField(chunk, at)) {
      fields.add(size);
      fields.event(text.slice(valueStart(chunk, at + 6), end));
    } else if (first === ID && isIdField(chunk, at)) {
      fields.add(size);
      fields.id(text.slice(valueStart(chunk, at + 3), end));
    } else if (first === COLON && ignoresComments) fields.pass(size);
    else {
      interpretLine(fields, text, at, end, size);
      mayHaveData = true;
    }
    at = next;
  }
  return at;
}
