// The smallest reader of HTML §9.2.6: bytes in, line by line, and nothing but what every runtime has.

import { EventStreamError } from "../errors.ts";
import type { ServerSentEvent } from "../event.ts";
import { BOM_BYTES, CR, LF } from "../grammar.ts";
import { decode } from "../text.ts";

/** Enough of a line to tell its field, in bytes. */
const HEAD = 6;

/**
 * Creates a scanner of a stream of bytes without the guards of `createEventScanner`: no text, no options, no end.
 *
 * For a reader in whose bundle each byte counts, and who stops by itself. It decodes each line by itself, which costs more
 * time than `createEventScanner` takes.
 *
 * @param onEvent - called with each event, at the earliest byte that completes it.
 * @param maxEventBytes - as in {@link ScanOptions}; greater than 0, which is not checked.
 * @returns what scans the next chunk with `push`. It throws {@link EventStreamError} `ERR_SSE_EVENT_TOO_LARGE` and what `onEvent`
 *   throws; once it has thrown, what further calls do is not said. Not to be called from `onEvent`.
 *
 * Source: HTML §9.2.6.
 */
export function createByteScanner(
  onEvent: (event: ServerSentEvent) => void,
  maxEventBytes: number,
): { push(chunk: Uint8Array): void } {
  /** A line that has no end yet: the start of `block`. */
  let held = 0;
  let block = new Uint8Array();
  /** Whether a BOM may come, and whether a LF is the second half of a line end. */
  let isFirst = true;
  let isAfterCr = false;
  /** The fields of the event not yet dispatched, and the size of their lines. */
  let fields: { data?: string; event?: string; id?: string; retry?: number } = {};
  let size = 0;

  function check(lineSize: number, isKept: boolean): void {
    if (lineSize + (isKept ? size : 0) > maxEventBytes) {
      throw new EventStreamError("ERR_SSE_EVENT_TOO_LARGE", `maxEventBytes passed: ${maxEventBytes}`);
    }
  }

  /** "One leading U+FEFF BYTE ORDER MARK character must be ignored if any are present." */
  function withoutBom(line: Uint8Array): Uint8Array {
    const hasBom = isFirst && BOM_BYTES.every((byte, at) => byte === line[at]);
    return hasBom ? line.subarray(BOM_BYTES.length) : line;
  }

  function interpret(bytes: Uint8Array): void {
    const line = withoutBom(bytes);
    const { length } = line;
    isFirst = false;
    if (length === 0) {
      // "If the line is empty (a blank line): Dispatch the event"
      const event = fields;
      fields = {};
      size = 0;
      if (!event.event) delete event.event;
      if (event.data !== undefined) onEvent(event as ServerSentEvent);
      return;
    }
    // "using the whole line as the field name, and the empty string as the field value"
    const [, name = "", value = ""] = /^([^:]*):? ?(.*)/s.exec(decode(line, 0, length)) ?? [];
    const isKept = /^(data|event|id)$/.test(name);
    check(length, isKept);
    if (isKept) size += length;
    if (name === "data") fields.data = fields.data === undefined ? value : `${fields.data}\n${value}`;
    if (name === "event") fields.event = value;
    // "If the field value does not contain U+0000 NULL ... Otherwise, ignore the field."
    if (name === "id" && !value.includes("\0")) fields.id = value;
    // "If the field value consists of only ASCII digits ... Otherwise, ignore the field."
    if (name === "retry" && /^\d+$/.test(value)) fields.retry = Math.min(+value, 2 ** 53 - 1);
  }

  /** @returns all that is held. */
  function hold(piece: Uint8Array): Uint8Array {
    const length = held + piece.length;
    if (length > block.length) {
      const grown = new Uint8Array(2 * length);
      grown.set(block);
      block = grown;
    }
    block.set(piece, held);
    held = length;
    return block.subarray(0, held);
  }

  function endLine(piece: Uint8Array): void {
    const line = held > 0 ? hold(piece) : piece;
    if (held > 0) block = new Uint8Array();
    held = 0;
    interpret(line);
  }

  return {
    push(chunk) {
      // Where the next of each stands. Both are kept: to search anew at every line would take quadratic time.
      let lf = -1;
      let cr = -1;
      for (let at = 0; at < chunk.length; at++) {
        // -1 becomes more than any length.
        if (lf < at) lf = chunk.indexOf(LF, at) >>> 0;
        if (cr < at) cr = chunk.indexOf(CR, at) >>> 0;
        const end = Math.min(lf, cr);
        const piece = chunk.subarray(at, end);
        if (end > chunk.length) {
          const begun = hold(piece);
          // What is shorter may be a BOM.
          if (held >= BOM_BYTES.length) {
            const line = withoutBom(begun);
            check(line.length, /^(data|event|id):/.test(decode(line, 0, HEAD)));
          }
          // A LF right behind a CR is no end of its own.
        } else if (held > 0 || !isAfterCr || end === cr || end > at) endLine(piece);
        // Also true where neither was found: then something is held, and nobody asks.
        isAfterCr = end === cr;
        at = end;
      }
    },
  };
}
