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
 *   read back: a line break in `event` or `id`, or no text; U+0000 in `id`; a `retry` that is not a
 *   whole number of milliseconds. A line break there would let a value forge whole events.
 * @throws TypeError if `data` is no text.
 *
 * @example
 * ```ts
 * encodeEvent({ event: "message", data: '{"jsonrpc":"2.0"}' });
 * // 'event: message\ndata: {"jsonrpc":"2.0"}\n\n'
 * ```
 */
export function encodeEvent({ event, id, retry, data }: ServerSentEvent): string {
  if (event !== lastEvent) setEvent(event);
  // §9.2.6 has readers drop an id with a NUL without a word, so it is refused here, where it is seen.
  if (id !== undefined && (hasLineBreak(id) || id.includes("\0"))) throw unwritable("id");
  if (retry !== undefined && !(Number.isSafeInteger(retry) && retry >= 0)) throw unwritable("retry");

  let block = lastStart;
  if (id !== undefined || retry !== undefined) {
    block = `${field("event", event)}${field("id", id)}${field("retry", retry)}data: `;
  }
  return `${block}${eachLine("data", data)}\n\n`;
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
  return `: ${eachLine("", text)}\n\n`;
}

// The last event type, and how a block starts that has no more than it. A stream has few event types: to check
// one and to put this together takes a third of a short event.
let lastEvent: string | undefined;
let lastStart = "data: ";

function setEvent(event: string | undefined): undefined {
  if (event !== undefined && hasLineBreak(event)) throw unwritable("event");
  lastEvent = event;
  lastStart = `${field("event", event)}data: `;
  // Reading a rope flattens it.
  lastStart.charCodeAt(0);
}

function field(name: string, value: string | number | undefined): string {
  return value === undefined ? "" : `${name}: ${value}\n`;
}

/** Puts what a line starts with behind each line break. */
function eachLine(name: string, text: string): string {
  // Two searches cost far less than a replacement, and most data has nothing to replace.
  return hasLineBreak(text) ? text.replace(LINE_ENDING, `\n${name}: `) : text;
}

function hasLineBreak(value: string): boolean {
  // An array has `includes` as well, and would be written with the line breaks of its items.
  return typeof value !== "string" || value.includes("\n") || value.includes("\r");
}

function unwritable(name: keyof ServerSentEvent): EventStreamError {
  return new EventStreamError("ERR_SSE_FIELD_VALUE", `unreadable ${name}`);
}
