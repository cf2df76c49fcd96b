// A chunk of ASCII to lines where LF alone ends them, as nearly everywhere: `interpretAsciiLines` at two thirds of its cost.

import type { Fields } from "../fields.ts";
import { COLON, DATA, EVENT, ID, LF } from "../grammar.ts";
import { interpretLine } from "../line.ts";
import { isDataField, isEventField, isIdField, valueStart } from "./byte-fields.ts";
import { storeData } from "./store-data.ts";
import { interpretUsualBlocks } from "./usual-blocks.ts";
import { noteUnusual, usual, usualEventLine, usualEventLineIn } from "./usual-start.ts";

/** From here on, in bytes, a view of a chunk costs less than it saves. */
const MANY = 1024;

/** Does what `interpretAsciiLines` does, of a chunk without CR. */
export function interpretAsciiLfLines(fields: Fields, chunk: Uint8Array, text: string, at: number): number {
  const ignoresComments = !fields.onComment;
  const view = chunk.length < MANY ? undefined : new DataView(chunk.buffer, chunk.byteOffset, chunk.length);
  // Of the block that is being read: whether nothing of it is stored, and whether data may be.
  let isIdle = fields.isIdle;
  let mayHaveData = !isIdle;
  while (at < chunk.length) {
    const first = chunk[at];
    if (first === LF) {
      if (!isIdle) fields.dispatch();
      isIdle = true;
      mayHaveData = false;
      at++;
      continue;
    }
    let line = at;
    if (first === EVENT) {
      if (isIdle && view !== undefined) {
        const next = interpretUsualBlocks(fields, chunk, view, text, at);
        if (next > at) {
          at = next;
          mayHaveData = false;
          continue;
        }
      }
      line += view === undefined ? usualEventLine(chunk, at) : usualEventLineIn(view, at);
    }
    const event = line === at ? "" : usual.event;
    if (line < chunk.length && chunk[line] === DATA && isDataField(chunk, line)) {
      const lf = text.indexOf("\n", line);
      if (lf !== -1) {
        const start = valueStart(chunk, line + 5);
        const size = lf - at - (line === at ? 0 : 1);
        const isLast = lf + 1 < chunk.length && chunk[lf + 1] === LF;
        at = lf + 1;
        if (isLast && isIdle) {
          // A block of one line of data is most of what there is: of it nothing is stored.
          fields.pass(size);
          fields.deliver(event, text.slice(start, lf));
          at++;
          continue;
        }
        isIdle = isLast && !mayHaveData;
        storeData(fields, text, start, lf, event, size, isLast, isIdle);
        if (isIdle) at++;
        else mayHaveData = true;
        continue;
      }
      if (line === at) break;
    }
    const lf = text.indexOf("\n", at);
    if (lf === -1) break;
    const size = lf - at;
    if (first === EVENT && isEventField(chunk, at)) {
      const type = text.slice(valueStart(chunk, at + 6), lf);
      noteUnusual(type);
      fields.add(size);
      fields.event(type);
    } else if (first === ID && isIdField(chunk, at)) {
      fields.add(size);
      fields.id(text.slice(valueStart(chunk, at + 3), lf));
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
