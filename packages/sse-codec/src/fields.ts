// Lines to events: HTML §9.2.6 "Interpreting an event stream", step by step.
// https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation

import { EventStreamError } from "./errors.ts";
import type { ServerSentEvent } from "./event.ts";
import type { ResolvedScanOptions, ScanOptions } from "./limits.ts";

/** The buffers of §9.2.6, and the steps that fill and empty them. */
export class Fields {
  declare readonly options: ResolvedScanOptions;
  /** Of the options, where every scanner has it at one place: theirs are objects of many shapes. */
  declare readonly onComment: ScanOptions["onComment"];
  declare lastEventId: string;
  readonly #onEvent: (event: ServerSentEvent) => void;
  readonly #maxEventBytes: number;
  /** Size of the lines that make up the event not yet dispatched. */
  #size = 0;
  /** `undefined` until a `data` field comes: an empty one dispatches as well. */
  #data: string | undefined;
  /** Whether `#data`, if there is any, ends with the LF that its last value is followed by. */
  #isOpen = false;
  #eventType = "";
  #id: string | undefined;
  #retry: number | undefined;

  constructor(onEvent: (event: ServerSentEvent) => void, options: ResolvedScanOptions) {
    this.options = options;
    this.onComment = options.onComment;
    this.lastEventId = options.lastEventId;
    this.#onEvent = onEvent;
    this.#maxEventBytes = options.maxEventBytes;
  }

  /** Room for the lines of the event not yet dispatched. */
  get room(): number {
    return this.#maxEventBytes - this.#size;
  }

  /** Whether nothing is stored: a block starts, or has held nothing but comments and unknown fields. */
  get isIdle(): boolean {
    return !this.#size && this.#retry === undefined;
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

  /**
   * "Append the field value to the data buffer, then append a single U+000A LINE FEED (LF)": the
   * caller's slice may include the one that ends the line, which saves a concatenation.
   */
  data(value: string, isOpen = false): undefined {
    const before = this.#data;
    this.#data = before === undefined ? value : this.#isOpen ? before + value : `${before}\n${value}`;
    this.#isOpen = isOpen;
  }

  event(value: string): undefined {
    this.#eventType = value;
  }

  /** "If the field value does not contain U+0000 NULL ... Otherwise, ignore the field." */
  id(value: string): undefined {
    if (value.indexOf("\0") < 0) this.#id = value;
  }

  /** "If the field value consists of only ASCII digits ... Otherwise, ignore the field." */
  retry(value: string): undefined {
    if (!/^\d+$/.test(value)) return;
    this.#retry = Math.min(+value, 2 ** 53 - 1);
    this.options.onRetry?.(this.#retry);
  }

  /** "If the line is empty (a blank line): Dispatch the event" */
  dispatch(): undefined {
    const data = this.#data;
    // "If the data buffer's last character is a U+000A LINE FEED (LF) character, then remove" it.
    if (data !== undefined) this.emit(this.#isOpen ? data.slice(0, -1) : data);
    // "If the data buffer is an empty string, set the data buffer and the event type buffer to the
    // empty string and return." After a `data` field it would hold a LF at least.
    else if (!this.isIdle) {
      const id = this.#id;
      this.reset();
      if (id !== undefined) this.#setLastEventId(id);
    }
  }

  /** Dispatches an event with that for its data. */
  emit(data: string): undefined {
    const event = this.#eventType;
    const id = this.#id;
    const retry = this.#retry;
    this.reset();
    if (id === undefined && retry === undefined) this.deliver(event, data);
    else this.#emitWith(event, data, id, retry);
  }

  /** Hands an event over of which nothing was stored. */
  deliver(event: string, data: string): undefined {
    // Each of the common shapes from one literal: a property that is added later costs an allocation.
    this.#onEvent(event === "" ? { data } : { event, data });
  }

  reset(): undefined {
    this.#size = 0;
    this.#data = undefined;
    this.#eventType = "";
    this.#id = undefined;
    this.#retry = undefined;
  }

  /** "Set the last event ID string of the event source to the value of the last event ID buffer." */
  #setLastEventId(id: string): undefined {
    this.lastEventId = id;
    this.options.onLastEventId?.(id);
  }

  /** Apart, so that the usual case is short enough to be compiled into the loop over the lines. */
  #emitWith(event: string, data: string, id: string | undefined, retry: number | undefined): undefined {
    if (id !== undefined) this.#setLastEventId(id);
    if (retry === undefined) this.#onEvent(event === "" ? { data, id } : { event, data, id });
    else this.#onEvent({ ...(event && { event }), data, ...(id !== undefined && { id }), retry });
  }
}
