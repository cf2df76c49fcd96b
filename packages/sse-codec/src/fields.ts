// Lines to events: HTML §9.2.6 "Interpreting an event stream", step by step.
// https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation

import type { ServerSentEvent } from "./event.ts";
import type { ResolvedScanOptions } from "./limits.ts";

/** The buffers of §9.2.6 and the steps that fill and empty them. */
export class FieldInterpreter {
  readonly #onEvent: (event: ServerSentEvent) => void;
  readonly #options: ResolvedScanOptions;
  #data: string | undefined;
  #eventType = "";
  #id: string | undefined;
  #retry: number | undefined;
  lastEventId: string;

  constructor(onEvent: (event: ServerSentEvent) => void, options: ResolvedScanOptions) {
    this.#onEvent = onEvent;
    this.#options = options;
    this.lastEventId = options.lastEventId;
  }

  /** "Process the field using the steps described below, using `name` … and `value` …" */
  field(name: string, value: string): undefined {
    switch (name) {
      case "event":
        this.#eventType = value;
        return;
      case "data":
        // Joined by LF here, instead of "append a single LF" now and "remove the last" later.
        this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
        return;
      case "id":
        // "If the field value does not contain U+0000 NULL ... Otherwise, ignore the field."
        if (!value.includes("\0")) this.#id = value;
        return;
      case "retry":
        // "If the field value consists of only ASCII digits ... Otherwise, ignore the field."
        if (/^[0-9]+$/.test(value)) {
          this.#retry = Math.min(Number(value), Number.MAX_SAFE_INTEGER);
          this.#options.onRetry?.(this.#retry);
        }
        return;
      // "Otherwise: The field is ignored."
    }
  }

  comment(text: string): undefined {
    this.#options.onComment?.(text);
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
    // empty string and return." A `data` field without a value has put an LF into it by then.
    if (data === undefined) return;

    const event: { event?: string; data: string; id?: string; retry?: number } =
      eventType === "" ? { data } : { event: eventType, data };
    if (id !== undefined) event.id = id;
    if (retry !== undefined) event.retry = retry;
    this.#onEvent(event);
  }

  reset(): undefined {
    this.#data = undefined;
    this.#eventType = "";
    this.#id = undefined;
    this.#retry = undefined;
  }
}
