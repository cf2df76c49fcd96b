import { type ChunkSource, type EventStreamSource, openSource } from "./chunk-source.ts";
import type { ServerSentEvent } from "./event.ts";
import type { ScanOptions } from "./limits.ts";
import { createEventScanner } from "./scanner.ts";

/**
 * Scans an event stream, one event at a time.
 *
 * Pulls: `source` is read only when the events of the last chunk have been taken. Returning early
 * (`break`, `return`, a throw in the loop) cancels `source`, also while a read is pending; so does
 * an error of the scanner. A ReadableStream is left unlocked in every case.
 *
 * @param source - Bytes or text, not both; any cut is fine. Opened at the first `next`.
 * @returns Events in order. Ends when `source` ends.
 * @throws {@link EventStreamError} from the iterator, after the events before it:
 *   `ERR_SSE_EVENT_TOO_LARGE` past `maxEventBytes`, `ERR_SSE_MALFORMED_LINE` under `strict`. What
 *   `source` or a callback throws is passed on as it is.
 * @throws RangeError if an option is out of range.
 *
 * @example
 * ```ts
 * const { body } = await fetch(url);
 * for await (const { event, data } of scanEvents(body)) console.log(event, data);
 * ```
 *
 * Source: HTML §9.2.6.
 */
export function scanEvents(
  source: EventStreamSource,
  options: ScanOptions = {},
): AsyncGenerator<ServerSentEvent, void, void> {
  // Those of the last chunk from `first` up to `count` are not taken yet. One array, over and over.
  const events: (ServerSentEvent | undefined)[] = [];
  let first = 0;
  let count = 0;
  const scanner = createEventScanner({
    ...options,
    onEvent(event) {
      // A callback may have left: then nobody takes what the rest of its chunk holds.
      if (!end) events[count++] = event;
    },
  });
  let input: ChunkSource | undefined;
  // Set once nothing is read any more: to the failure that is still to be told, or to nothing.
  let end: [failure?: unknown] | undefined;
  // Calls of `next` that are not settled, and the last of them.
  let waiting = 0;
  let last: Promise<unknown> | undefined;

  async function advance(): Promise<IteratorResult<ServerSentEvent, void>> {
    try {
      for (;;) {
        if (first < count) {
          const value = events[first] as ServerSentEvent;
          events[first++] = undefined;
          return { done: false, value };
        }
        first = count = 0;
        if (end) {
          const failures = end;
          end = [];
          if (failures.length > 0) throw failures[0];
          return { done: true, value: undefined };
        }
        // One await per chunk. Whatever goes wrong is told after the events that came before it.
        let ended: boolean | undefined = true;
        try {
          input ??= openSource(source);
          const { done, value } = await input.next();
          ended = done;
          // Not if it was left while the read was pending.
          if (!end) {
            if (done) {
              scanner.end();
              end = [];
              input.release?.();
            } else scanner.push(value);
          }
        } catch (error) {
          if (!end) {
            end = [error];
            if (ended) input?.release?.();
            // The failure does not wait for the source, and its own is of no interest beside it.
            else input?.cancel(error).catch(() => {});
          }
        }
      }
    } finally {
      waiting--;
    }
  }

  async function leave(reason?: unknown): Promise<void> {
    const ended = end;
    end = [];
    events.length = first = count = 0;
    if (ended) return;
    input ??= openSource(source);
    await input.cancel(reason);
  }

  // The platform's own object has what `await using` and others look for; its methods are ours.
  return Object.assign((async function* (): AsyncGenerator<never> {})(), {
    next() {
      // Behind the calls before, so that events keep their order.
      const result = waiting++ > 0 && last ? last.then(advance, advance) : advance();
      last = result;
      return result;
    },
    async return() {
      await leave();
      return { done: true as const, value: undefined };
    },
    async throw(error: unknown) {
      await leave(error);
      throw error;
    },
  });
}
