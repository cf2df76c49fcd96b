import type { ServerSentEvent } from "./event.ts";
import { resolveScanOptions, type ScanOptions } from "./limits.ts";
import { createEventScanner } from "./scanner.ts";

/** What {@link scanEvents} reads: a fetch body, a text stream, a Node `Readable`, a generator. */
export type EventStreamSource =
  | ReadableStream<Uint8Array>
  | ReadableStream<string>
  | AsyncIterable<Uint8Array | string>;

/**
 * Scans an event stream, one event at a time.
 *
 * Pulls: `source` is read only when the events of the last chunk have been taken. Returning early
 * (`break`, `return`, a throw in the loop) cancels `source`; so does an error of the scanner. A
 * ReadableStream is left unlocked in every case.
 *
 * @param source - Bytes or text; any split is fine.
 * @returns Events in order. Ends when `source` ends.
 * @throws {@link EventStreamError} from the iterator, after the events before it:
 *   `ERR_SSE_EVENT_TOO_LARGE` past `maxEventBytes`, `ERR_SSE_MALFORMED_LINE` under `strict`. What
 *   `source` throws is passed on as it is.
 * @throws RangeError if an option is out of range.
 */
export function scanEvents(
  source: EventStreamSource,
  options: ScanOptions = {},
): AsyncGenerator<ServerSentEvent, void, void> {
  resolveScanOptions(options);
  return generate(source, options);
}

async function* generate(
  source: EventStreamSource,
  options: ScanOptions,
): AsyncGenerator<ServerSentEvent, void, void> {
  let events: ServerSentEvent[] = [];
  const scanner = createEventScanner({ ...options, onEvent: (event) => events.push(event) });
  for await (const chunk of chunksOf(source)) {
    let failure: { error: unknown } | undefined;
    try {
      scanner.push(chunk);
    } catch (error) {
      failure = { error };
    }
    const batch = events;
    events = [];
    yield* batch;
    if (failure) throw failure.error;
  }
  scanner.end();
  yield* events;
}

async function* chunksOf(source: EventStreamSource): AsyncGenerator<Uint8Array | string, void, void> {
  if (!("getReader" in source)) {
    yield* source;
    return;
  }
  // Not the stream's own iterator, which Safari lacks.
  const reader: ReadableStreamDefaultReader<Uint8Array | string> = source.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        ended = true;
        throw error;
      });
      if (done) {
        ended = true;
        return;
      }
      yield value;
    }
  } finally {
    if (!ended) await reader.cancel();
    reader.releaseLock();
  }
}
