// The field names of `line.ts` in bytes, their first one apart: it is at hand.

import { COLON, SPACE } from "../grammar.ts";

/** Tells whether `data:` stands at `at`, where a `d` does. */
export function isDataField(chunk: Uint8Array, at: number): boolean {
  return (
    at + 4 < chunk.length &&
    chunk[at + 1] === 0x61 &&
    chunk[at + 2] === 0x74 &&
    chunk[at + 3] === 0x61 &&
    chunk[at + 4] === COLON
  );
}

/** Tells whether `event:` stands at `at`, where an `e` does. */
export function isEventField(chunk: Uint8Array, at: number): boolean {
  return (
    chunk[at + 1] === 0x76 &&
    chunk[at + 2] === 0x65 &&
    chunk[at + 3] === 0x6e &&
    chunk[at + 4] === 0x74 &&
    chunk[at + 5] === COLON
  );
}

/** Tells whether `id:` stands at `at`, where an `i` does. */
export function isIdField(chunk: Uint8Array, at: number): boolean {
  return chunk[at + 1] === 0x64 && chunk[at + 2] === COLON;
}

/** "If value starts with a U+0020 SPACE character, remove it from value." */
export function valueStart(chunk: Uint8Array, at: number): number {
  return chunk[at] === SPACE ? at + 1 : at;
}
