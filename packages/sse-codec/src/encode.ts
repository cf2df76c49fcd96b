// Event writer: one ServerSentEvent to one block of text.
//
//     event: endpoint
//     data: /sse?sessionId=4WVKDJ
//                                      <- the blank line dispatches the event
//
// Spec: HTML §9.2.5 "Parsing an event stream" is the grammar written here.
// https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream

import { EventStreamError } from "./errors.ts";
import type { ServerSentEvent } from "./event.ts";
import { LINE_ENDING } from "./grammar.ts";

/**
 * Encodes an event as one block of an event stream, blank line included.
 *
 * @param event - `data` may hold any number of lines; each becomes a `data` field.
 * @returns Text to be sent as UTF-8. Blocks concatenate: the result needs no separator.
 * @throws {@link EventStreamError} `ERR_SSE_FIELD_VALUE` if a field holds what no reader would
 *   read back: a line break in `event` or `id`, U+0000 in `id`, a `retry` that is not a whole
 *   number of milliseconds. A line break there would let a value forge whole events.
 *
 * @example
 * ```ts
 * encodeEvent({ event: "message", data: '{"jsonrpc":"2.0"}' });
 * // 'event: message\ndata: {"jsonrpc":"2.0"}\n\n'
 * ```
 */
export function encodeEvent({ event, id, retry, data }: ServerSentEvent): string {
  if (event !== undefined && hasLineBreak(event)) throw unwritable("event", "a line break");
  if (id !== undefined && hasLineBreak(id)) throw unwritable("id", "a line break");
  // §9.2.6 has readers drop such an id without a word, so it is refused here, where it is seen.
  if (id?.includes("\0")) throw unwritable("id", "U+0000 NULL");
  if (retry !== undefined && !isDigits(retry)) throw unwritable("retry", "anything but a whole number");

  let block = "";
  if (event !== undefined) block += `event: ${event}\n`;
  if (id !== undefined) block += `id: ${id}\n`;
  if (retry !== undefined) block += `retry: ${retry}\n`;
  // Two searches cost far less than a split, and most data has nothing to split.
  if (!hasLineBreak(data)) return `${block}data: ${data}\n\n`;
  for (const line of data.split(LINE_ENDING)) block += `data: ${line}\n`;
  return `${block}\n`;
}

/**
 * Encodes a comment: bytes on the wire that no reader dispatches.
 *
 * §9.2.7 advises one "every 15 seconds or so" where proxies drop idle connections.
 *
 * @param text - May hold any number of lines; each becomes a comment line.
 * @returns Text to be sent as UTF-8, to be put between blocks, never inside one.
 */
export function encodeComment(text = ""): string {
  if (!hasLineBreak(text)) return `: ${text}\n\n`;
  let block = "";
  for (const line of text.split(LINE_ENDING)) block += `: ${line}\n`;
  return `${block}\n`;
}

function hasLineBreak(value: string): boolean {
  return value.includes("\n") || value.includes("\r");
}

function isDigits(retry: number): boolean {
  return Number.isSafeInteger(retry) && retry >= 0;
}

function unwritable(field: keyof ServerSentEvent, value: string): EventStreamError {
  return new EventStreamError("ERR_SSE_FIELD_VALUE", `the ${field} field cannot hold ${value}`);
}
