// Text to lines where LF alone ends them, as nearly everywhere: `interpretLines` at half of its cost.

import type { Fields } from "../fields.ts";
import { COLON, DATA, EVENT, ID, LF } from "../grammar.ts";
import { interpretLine, isDataField, valueStart } from "../line.ts";
import { storeData } from "./store-data.ts";
import { noteUnusual, usual } from "./usual-start.ts";

/** Does what `interpretLines` does, of a text without CR. */
export function interpretLfLines(fields: Fields, text: string, at: number): number {
  const ignoresComments = !fields.onComment;
  // Of the block that is being read: whether nothing of it is stored, and whether data may be.
  let isIdle = fields.isIdle;
  let mayHaveData = !isIdle;
  // Both at once: a scan within a callback of this one may learn another event type.
  let { start } = usual;
  const { event: usualEvent } = usual;
  while (at < text.length) {
    const first = text.charCodeAt(at);
    if (first === LF) {
      if (!isIdle) fields.dispatch();
      isIdle = true;
      mayHaveData = false;
      at++;
      continue;
    }
    let value = at;
    let event = "";
    if (first === DATA) {
      if (isDataField(text, at)) value = valueStart(text, at + 5);
    } else if (first === EVENT && start !== "") {
      // If it is not here, this searches on for it: once.
      if (text.indexOf(start, at) === at) {
        value += start.length;
        event = usualEvent;
      } else start = "";
    }
    const lf = text.indexOf("\n", value);
    if (value > at && lf !== -1) {
      const size = lf - at - (event === "" ? 0 : 1);
      const isLast = text.charCodeAt(lf + 1) === LF;
      at = lf + 1;
      if (isLast && isIdle) {
        // A block of one line of data is most of what there is: of it nothing is stored.
        fields.pass(size);
        fields.deliver(event, text.slice(value, lf));
        at++;
        continue;
      }
      isIdle = isLast && !mayHaveData;
      storeData(fields, text, value, lf, event, size, isLast, isIdle);
      if (isIdle) at++;
      else mayHaveData = true;
      continue;
    }
    if (lf === -1) {
      if (event === "") break;
      // The first of its two lines has its end.
      start = "";
      continue;
    }
    const size = lf - at;
    if (first === EVENT && isEventField(text, at)) {
      const type = text.slice(valueStart(text, at + 6), lf);
      noteUnusual(type);
      fields.add(size);
      fields.event(type);
    } else if (first === ID && isIdField(text, at)) {
      fields.add(size);
      fields.id(text.slice(valueStart(text, at + 3), lf));
    } else if (first === COLON && ignoresComments) {
      fields.pass(size);
      at = lf + 1;
      continue;
    } else {
      interpretLine(fields, text, at, lf, size);
      mayHaveData = true;
    }
    isIdle = false;
    at = lf + 1;
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
