import { type ChunkSource, type EventStreamSource, openSource } from "./chunk-source.ts";
import type { ServerSentEvent } from "./event.ts";
import type { ScanOptions } from "./limits.ts";
import { createEventScanner, type EventScanner } from "./scanner.ts";

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
 */
export function scanEvents(
  source: EventStreamSource,
  options: ScanOptions = {},
): AsyncGenerator<ServerSentEvent, void, void> {
  return new ScannedEvents(source, options);
}

type Result = IteratorResult<ServerSentEvent, void>;

// By hand: the `yield` of an async generator costs three turns of the microtask queue per event, and
// a generator that waits for a chunk cannot be told to return.
class ScannedEvents implements AsyncGenerator<ServerSentEvent, void, void> {
  readonly #input: EventStreamSource;
  readonly #scanner: EventScanner;
  #source: ChunkSource | undefined;
  #events: ServerSentEvent[] = [];
  /** The first of `#events` that is not taken yet. */
  #first = 0;
  /** How many calls of `next` wait, and the last of them: the others keep their order behind it. */
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();
  /** Set once nothing is read any more, with the failure that is still to be told. */
  #end: { failure?: { error: unknown } } | undefined;

  constructor(input: EventStreamSource, options: ScanOptions) {
    this.#input = input;
    this.#scanner = createEventScanner({ ...options, onEvent: (event) => this.#events.push(event) });
  }

  next(): Promise<Result> {
    if (this.#waiting > 0) {
      const advance = () => this.#advance();
      this.#waiting++;
      const result = this.#last.then(advance, advance);
      this.#last = result;
      return result;
    }
    const event = this.#take();
    if (event !== undefined) return Promise.resolve({ done: false, value: event });
    this.#waiting++;
    const result = this.#advance();
    this.#last = result;
    return result;
  }

  async return(): Promise<IteratorReturnResult<void>> {
    await this.#leave(undefined);
    return { done: true, value: undefined };
  }

  async throw(error: unknown): Promise<never> {
    await this.#leave(error);
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #advance(): Promise<Result> {
    try {
      for (;;) {
        const event = this.#take();
        if (event !== undefined) return { done: false, value: event };
        if (this.#end !== undefined) {
          const { failure } = this.#end;
          this.#end = {};
          if (failure !== undefined) throw failure.error;
          return { done: true, value: undefined };
        }
        await this.#read();
      }
    } finally {
      this.#waiting--;
    }
  }

  #take(): ServerSentEvent | undefined {
    const event = this.#events[this.#first];
    if (event !== undefined) this.#first++;
    else if (this.#first > 0) {
      this.#events = [];
      this.#first = 0;
    }
    return event;
  }

  /** Reads one chunk. Whatever goes wrong is told after the events that came before it. */
  async #read(): Promise<void> {
    let source: ChunkSource | undefined;
    let result: IteratorResult<Uint8Array | string, unknown>;
    try {
      this.#source ??= openSource(this.#input);
      source = this.#source;
      result = await source.next();
    } catch (error) {
      if (this.#end !== undefined) return;
      this.#end = { failure: { error } };
      source?.release();
      return;
    }
    // Left while the read was pending.
    if (this.#end !== undefined) return;
    try {
      if (!result.done) {
        this.#scanner.push(result.value);
        return;
      }
      this.#end = {};
      source.release();
      this.#scanner.end();
    } catch (error) {
      this.#end = { failure: { error } };
      // The failure does not wait for the source, and its own is of no interest beside it.
      if (!result.done) source.cancel(error).catch(ignore);
    }
  }

  async #leave(reason: unknown): Promise<void> {
    const ended = this.#end !== undefined;
    this.#end = {};
    this.#events = [];
    this.#first = 0;
    if (ended) return;
    this.#source ??= openSource(this.#input);
    await this.#source.cancel(reason);
  }
}

// `await using` works wherever the platform's own iterators know it: this is where they have it from.
const asyncIteratorPrototype: object = Object.getPrototypeOf(
  Object.getPrototypeOf(async function* () {}.prototype),
);
Object.setPrototypeOf(ScannedEvents.prototype, asyncIteratorPrototype);

function ignore(): undefined {}
