// Lines to events: HTML §9.2.6 "Interpreting an event stream", step by step.
// https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation

import { EventStreamError } from "./errors.ts";
import type { ServerSentEvent } from "./event.ts";
import type { ResolvedScanOptions } from "./limits.ts";
import type { FieldName } from "./line.ts";

/** The buffers of §9.2.6, and the steps that fill and empty them. */
export class Fields {
  readonly options: ResolvedScanOptions;
  lastEventId: string;
  readonly #onEvent: (event: ServerSentEvent) => void;
  readonly #maxEventBytes: number;
  /** Size of the lines that make up the event not yet dispatched. */
  #size = 0;
  /** `undefined` until a `data` field comes: an empty one dispatches as well. */
  #data: string | undefined;
  #eventType = "";
  #id: string | undefined;
  #retry: number | undefined;

  constructor(onEvent: (event: ServerSentEvent) => void, options: ResolvedScanOptions) {
    this.options = options;
    this.lastEventId = options.lastEventId;
    this.#onEvent = onEvent;
    this.#maxEventBytes = options.maxEventBytes;
  }

  /** Room for the lines of the event not yet dispatched. */
  get room(): number {
    return this.#maxEventBytes - this.#size;
  }

  /** Counts a line that adds to the event not yet dispatched. */
  add(size: number): undefined {
    this.#size += size;
    this.pass(this.#size);
  }

  /** Checks a line of which nothing is kept. */
  pass(size: number): undefined {
    if (size > this.#maxEventBytes) {
      throw new EventStreamError("ERR_SSE_EVENT_TOO_LARGE", `maxEventBytes passed: ${this.#maxEventBytes}`);
    }
  }

  /** "Process the field using the steps described below" */
  process(name: FieldName, value: string): undefined {
    switch (name) {
      case "data":
        // "Append the field value to the data buffer, then append a single U+000A LINE FEED (LF)":
        // between two values at once, instead of removing the last at dispatch.
        this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
        return;
      case "event":
        this.#eventType = value;
        return;
      case "id":
        // "If the field value does not contain U+0000 NULL ... Otherwise, ignore the field."
        if (!value.includes("\0")) this.#id = value;
        return;
      case "retry":
        // "If the field value consists of only ASCII digits ... Otherwise, ignore the field."
        if (!/^\d+$/.test(value)) return;
        this.#retry = Math.min(+value, 2 ** 53 - 1);
        this.options.onRetry?.(this.#retry);
        return;
      case "":
        this.options.onComment?.(value);
    }
  }

  /** "If the line is empty (a blank line): Dispatch the event" */
  dispatch(): undefined {
    // Nothing was kept since the last one: the usual case of a comment.
    if (this.#size === 0 && this.#retry === undefined) return;
    const data = this.#data;
    const eventType = this.#eventType;
    const id = this.#id;
    const retry = this.#retry;
    this.reset();

    // "Set the last event ID string of the event source to the value of the last event ID buffer."
    if (id !== undefined) {
      this.lastEventId = id;
      this.options.onLastEventId?.(id);
    }
    // "If the data buffer is an empty string, set the data buffer and the event type buffer to the
    // empty string and return." After a `data` field it would hold a LF at least.
    if (data !== undefined) this.#onEvent(toEvent(eventType, data, id, retry));
  }

  reset(): undefined {
    this.#size = 0;
    this.#data = undefined;
    this.#eventType = "";
    this.#id = undefined;
    this.#retry = undefined;
  }
}

/** Each of the common shapes from one literal: a property that is added later costs an allocation. */
function toEvent(event: string, data: string, id?: string, retry?: number): ServerSentEvent {
  if (retry !== undefined) return { ...toEvent(event, data, id), retry };
  if (id !== undefined) return event === "" ? { data, id } : { event, data, id };
  return event === "" ? { data } : { event, data };
}
