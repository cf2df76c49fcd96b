// Text to lines where LF alone ends them, as nearly everywhere: `interpretLines` at two thirds of its cost.
// A block of one line of data, behind its event type or not, is most of what there is: of it nothing is stored.

import type { Fields } from "../fields.ts";
import { COLON, DATA, EVENT, ID, LF } from "../grammar.ts";
import { interpretLine, isDataField, valueStart } from "../line.ts";

/** Does what `interpretLines` does, of a text without CR. */
export function interpretLfLines(fields: Fields, text: string, at: number): number {
  const ignoresComments = !fields.onComment;
  let isIdle = fields.isIdle;
  while (at < text.length) {
    const first = text.charCodeAt(at);
    if (first === LF) {
      if (!isIdle) fields.dispatch();
      isIdle = true;
      at++;
      continue;
    }
    const lf = text.indexOf("\n", at);
    if (lf === -1) break;
    const size = lf - at;
    const next = lf + 1;
    if (first === DATA && isDataField(text, at)) {
      const start = valueStart(text, at + 5);
      const isLast = text.charCodeAt(next) === LF;
      if (isLast && isIdle) {
        fields.pass(size);
        fields.deliver("", text.slice(start, lf));
        at = next + 1;
        continue;
      }
      fields.add(size);
      fields.data(text.slice(start, isLast ? lf : next), !isLast);
    } else if (first === EVENT && isEventField(text, at)) {
      const event = text.slice(valueStart(text, at + 6), lf);
      const end = isIdle && text.charCodeAt(next) === DATA ? text.indexOf("\n", next) : -1;
      if (end !== -1 && text.charCodeAt(end + 1) === LF && isDataField(text, next)) {
        fields.pass(size + end - next);
        fields.deliver(event, text.slice(valueStart(text, next + 5), end));
        at = end + 2;
        continue;
      }
      fields.add(size);
      fields.event(event);
    } else if (first === ID && isIdField(text, at)) {
      fields.add(size);
      fields.id(text.slice(valueStart(text, at + 3), lf));
    } else if (first === COLON && ignoresComments) {
      fields.pass(size);
      at = next;
      continue;
    } else interpretLine(fields, text, at, lf, size);
    isIdle = false;
    at = next;
  }
  return at;
}

function isIdField(text: string, at: number): boolean {
  return text.charCodeAt(at + 1) === 0x64 && text.charCodeAt(at + 2) === COLON;
}

function isEventField(text: string, at: number): boolean {
  return (
    text.charCodeAt(at + 1) === 0x76 &&
    text.charCodeAt(at + 2) === 0x65 &&
    text.charCodeAt(at + 3) === 0x6e &&
    text.charCodeAt(at + 4) === 0x74 &&
    text.charCodeAt(at + 5) === COLON
  );
}
