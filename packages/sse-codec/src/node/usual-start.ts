// How blocks start: most of what a process reads is of one event type, `event: message\ndata: `. To look for
// that as a whole takes half the time of reading two names and a value.

import { LF } from "../grammar.ts";
import { isEventField } from "./byte-fields.ts";

/** So many blocks that start otherwise, and the last of them is how they usually start. */
const PATIENCE = 8;
/** Longer event types are not remembered, in UTF-16 code units. */
const LONG = 64;

let misses = 0;

/** How a block usually starts, up to the value of its first `data` field, and its event type. Empty at first. */
export const usual = { start: "", event: "" };

/** The line of that event type in bytes, and by four of them; the last four overlap with those before. */
const line = { bytes: new Uint8Array(0) as Uint8Array, words: new Int32Array(0), last: 0, lastWord: 0 };

/** Notes the event type of a block that did not start as usual. */
export function noteUnusual(event: string): undefined {
  if (event === "" || event === usual.event || event.length > LONG || ++misses < PATIENCE) return;
  misses = 0;
  usual.start = `event: ${event}\ndata: `;
  // Reading a rope flattens it: a slice would keep its chunk alive.
  usual.start.charCodeAt(0);
  usual.event = usual.start.slice("event: ".length, -"\ndata: ".length);
  setLine(Buffer.from(`event: ${event}\n`));
}

function setLine(bytes: Buffer): undefined {
  line.bytes = bytes;
  line.last = bytes.length - 4;
  line.lastWord = bytes.readInt32LE(line.last);
  line.words = Int32Array.from({ length: Math.ceil(line.last / 4) }, (_, index) =>
    bytes.readInt32LE(4 * index),
  );
}

/** Measures the line of the usual event type at `at`, where an `e` stands. 0 if it is another one. */
export function usualEventLine(chunk: Uint8Array, at: number): number {
  const { bytes } = line;
  const last = bytes.length - 1;
  // Most others have their LF elsewhere.
  if (last < 0 || chunk[at + last] !== LF || !isEventField(chunk, at)) return 0;
  for (let index = "event:".length; index < last; index++) if (chunk[at + index] !== bytes[index]) return 0;
  return last + 1;
}

/** Does the same by four bytes at a time, which is worth a view of a chunk with many blocks. */
export function usualEventLineIn(chunk: DataView, at: number): number {
  const { words, last, lastWord } = line;
  const end = at + last + 4;
  if (last === 0 || end > chunk.byteLength || chunk.getInt32(at + last, true) !== lastWord) return 0;
  for (let offset = 0; offset < last; offset += 4)
    if (chunk.getInt32(at + offset, true) !== words[offset >> 2]) return 0;
  return last + 4;
}
