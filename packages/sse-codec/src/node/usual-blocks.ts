// Blocks of the usual event type and one line of data, most of what there is, in a loop of their own: V8 compiles it
// while the first thousand of a process come, and what it has to compile then costs more than all that it saves of them.

import type { Fields } from "../fields.ts";
import { DATA, LF } from "../grammar.ts";
import { isDataField, valueStart } from "./byte-fields.ts";
import { usual, usualEventLineIn } from "./usual-start.ts";

/**
 * Interprets the whole blocks of that kind that stand one after the other at `at`, where a block starts.
 *
 * @returns Where the first block starts that is not one.
 */
export function interpretUsualBlocks(
  fields: Fields,
  chunk: Uint8Array,
  view: DataView,
  text: string,
  at: number,
): number {
  for (;;) {
    const line = at + usualEventLineIn(view, at);
    // Nothing is read past the end: code that has to look out for that is compiled a second time.
    if (line === at || line >= chunk.length || chunk[line] !== DATA || !isDataField(chunk, line)) return at;
    const lf = text.indexOf("\n", line);
    if (lf === -1 || lf + 1 >= chunk.length || chunk[lf + 1] !== LF) return at;
    fields.pass(lf - at - 1);
    fields.deliver(usual.event, text.slice(valueStart(chunk, line + 5), lf));
    at = lf + 2;
  }
}
