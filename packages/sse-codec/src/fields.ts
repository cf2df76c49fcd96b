// Lines to events: HTML §9.2.6 "Interpreting an event stream", step by step.
// https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation

import { EventStreamError } from "./errors.ts";
import type { ServerSentEvent } from "./event.ts";
import type { ResolvedScanOptions } from "./limits.ts";

/** The buffers of §9.2.6, and the steps that fill and empty them. */
export class Fields {
  readonly #onEvent: (event: ServerSentEvent) => void;
  readonly #options: ResolvedScanOptions;
  readonly #maxEventBytes: number;
  /** Size of the lines that make up the event not yet dispatched. */
  #size = 0;
  /** `undefined` until a `data` field comes: an empty one dispatches as well. */
  #data: string | undefined;
  #eventType = "";
  #id: string | undefined;
  #retry: number | undefined;
  lastEventId: string;

  constructor(onEvent: (event: ServerSentEvent) => void, options: ResolvedScanOptions) {
    this.#onEvent = onEvent;
    this.#options = options;
    this.#maxEventBytes = options.maxEventBytes;
    this.lastEventId = options.lastEventId;
  }

  /** Room for the lines of the event not yet dispatched. */
  get room(): number {
    return this.#maxEventBytes - this.#size;
  }

  /** Counts a line that adds to the event not yet dispatched. */
  add(size: number): undefined {
    this.#size += size;
    if (this.#size > this.#maxEventBytes) throw this.#tooLarge();
  }

  /** Checks a line of which nothing is kept. */
  pass(size: number): undefined {
    if (size > this.#maxEventBytes) throw this.#tooLarge();
  }

  /** "If the field name is `data`: Append the field value to the data buffer, then append a LF" */
  data(value: string): undefined {
    // The LF goes between two values at once, instead of being removed from the end at dispatch.
    this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
  }

  /** "If the field name is `event`: Set the event type buffer to the field value." */
  event(value: string): undefined {
    this.#eventType = value;
  }

  id(value: string): undefined {
    // "If the field value does not contain U+0000 NULL ... Otherwise, ignore the field."
    if (!value.includes("\0")) this.#id = value;
  }

  retry(value: string): undefined {
    // "If the field value consists of only ASCII digits ... Otherwise, ignore the field."
    if (!/^[0-9]+$/.test(value)) return;
    this.#retry = Math.min(Number(value), Number.MAX_SAFE_INTEGER);
    this.#options.onRetry?.(this.#retry);
  }

  get observesComments(): boolean {
    return this.#options.onComment !== undefined;
  }

  comment(text: string): undefined {
    this.#options.onComment?.(text);
  }

  get strict(): boolean {
    return this.#options.strict;
  }

  refuseLine(): never {
    throw new EventStreamError("ERR_SSE_MALFORMED_LINE", "a line has no colon");
  }

  /** "If the line is empty (a blank line): Dispatch the event" */
  dispatch(): undefined {
    const data = this.#data;
    const eventType = this.#eventType;
    const id = this.#id;
    const retry = this.#retry;
    this.reset();

    // "Set the last event ID string of the event source to the value of the last event ID buffer."
    if (id !== undefined) {
      this.lastEventId = id;
      this.#options.onLastEventId?.(id);
    }
    // "If the data buffer is an empty string, set the data buffer and the event type buffer to the
    // empty string and return." After a `data` field it would hold a LF at least.
    if (data === undefined) return;

    const event: { event?: string; data: string; id?: string; retry?: number } =
      eventType === "" ? { data } : { event: eventType, data };
    if (id !== undefined) event.id = id;
    if (retry !== undefined) event.retry = retry;
    this.#onEvent(event);
  }

  reset(): undefined {
    this.#size = 0;
    this.#data = undefined;
    this.#eventType = "";
    this.#id = undefined;
    this.#retry = undefined;
  }

  #tooLarge(): EventStreamError {
    return new EventStreamError(
      "ERR_SSE_EVENT_TOO_LARGE",
      `the event is larger than maxEventBytes, ${this.#maxEventBytes}`,
    );
  }
}
