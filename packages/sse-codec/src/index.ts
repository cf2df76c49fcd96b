/**
 * Reads and writes text/event-stream, the format of server-sent events: bounded, linear in time,
 * conformant to the byte.
 *
 * ```ts
 * for await (const event of scanEvents(response.body)) console.log(event.data);
 * ```
 *
 * Runs wherever the web's streams and encodings are: Node, browsers, Deno, Bun, workers.
 *
 * @packageDocumentation
 */

export type { EventStreamSource } from "./chunk-source.ts";
export { encodeComment, encodeEvent } from "./encode.ts";
export { EventStreamError, type EventStreamErrorCode } from "./errors.ts";
export type { ServerSentEvent } from "./event.ts";
export type { ScanOptions } from "./limits.ts";
export { isEventStream } from "./media-type.ts";
export { scanEvents } from "./scan-events.ts";
export { createEventScanner, type EventScanner, type EventScannerOptions } from "./scanner.ts";
export { EventScannerStream, EventWriterStream } from "./streams.ts";
