// Transform streams as the platform's own TextDecoderStream is one: two ends, no inheritance. A superclass would make
// Node load all of its streams for a program that never pipes one.

import { encodeEvent } from "./encode.ts";
import type { ServerSentEvent } from "./event.ts";
import type { ScanOptions } from "./limits.ts";
import { createEventScanner } from "./scanner.ts";

/**
 * Scans an event stream inside a pipe: bytes or text in, events out.
 *
 * Waits for its reader like any TransformStream; one chunk's events are queued at a time. Errors
 * its readable side, and cancels what is piped into it, where a scanner would throw.
 *
 * @example
 * ```ts
 * const events = response.body.pipeThrough(new EventScannerStream());
 * ```
 */
export class EventScannerStream implements TransformStream<Uint8Array | string, ServerSentEvent> {
  declare readonly readable: ReadableStream<ServerSentEvent>;
  declare readonly writable: WritableStream<Uint8Array | string>;

  /** @throws RangeError if an option is out of range. */
  constructor(options: ScanOptions = {}) {
    let output: TransformStreamDefaultController<ServerSentEvent>;
    const scanner = createEventScanner({ ...options, onEvent: (event) => output.enqueue(event) });
    ({ readable: this.readable, writable: this.writable } = new TransformStream<
      Uint8Array | string,
      ServerSentEvent
    >({
      start(controller) {
        output = controller;
      },
      transform(chunk) {
        scanner.push(chunk);
      },
      flush() {
        scanner.end();
      },
    }));
  }
}

/**
 * Writes an event stream inside a pipe: events in, UTF-8 out, one chunk per event.
 *
 * Errors with what {@link encodeEvent} throws.
 */
export class EventWriterStream implements TransformStream<ServerSentEvent, Uint8Array> {
  declare readonly readable: ReadableStream<Uint8Array>;
  declare readonly writable: WritableStream<ServerSentEvent>;

  constructor() {
    const encoder = new TextEncoder();
    ({ readable: this.readable, writable: this.writable } = new TransformStream<ServerSentEvent, Uint8Array>({
      transform(event, controller) {
        controller.enqueue(encoder.encode(encodeEvent(event)));
      },
    }));
  }
}
