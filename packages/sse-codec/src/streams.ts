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
export class EventScannerStream extends TransformStream<Uint8Array | string, ServerSentEvent> {
  /** @throws RangeError if an option is out of range. */
  constructor(options: ScanOptions = {}) {
    let output: TransformStreamDefaultController<ServerSentEvent>;
    const scanner = createEventScanner({ ...options, onEvent: (event) => output.enqueue(event) });
    super({
      start(controller) {
        output = controller;
      },
      transform(chunk) {
        scanner.push(chunk);
      },
      flush() {
        scanner.end();
      },
    });
  }
}

/**
 * Writes an event stream inside a pipe: events in, UTF-8 out, one chunk per event.
 *
 * Errors with what {@link encodeEvent} throws.
 */
export class EventWriterStream extends TransformStream<ServerSentEvent, Uint8Array> {
  constructor() {
    const encoder = new TextEncoder();
    super({
      transform(event, controller) {
        controller.enqueue(encoder.encode(encodeEvent(event)));
      },
    });
  }
}
