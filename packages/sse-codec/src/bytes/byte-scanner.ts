import { ByteStream } from "../byte-stream.ts";
import type { ServerSentEvent } from "../event.ts";
import { Fields } from "../fields.ts";

/**
 * Creates a scanner of a stream of bytes without the guards of `createEventScanner`: no text, no options, no end.
 *
 * For a reader in whose bundle each byte counts, and who stops by itself.
 *
 * @param onEvent - called with each event, at the earliest byte that completes it.
 * @param maxEventBytes - as in {@link ScanOptions}; greater than 0, which is not checked.
 * @returns what scans the next chunk with `push`. It throws {@link EventStreamError} `ERR_SSE_EVENT_TOO_LARGE` and what `onEvent`
 *   throws; once it has thrown, what further calls do is not said. Not to be called from `onEvent`.
 *
 * Source: HTML §9.2.6.
 */
export function createByteScanner(
  onEvent: (event: ServerSentEvent) => void,
  maxEventBytes: number,
): { push(chunk: Uint8Array): void } {
  return new ByteStream(new Fields(onEvent, { maxEventBytes, lastEventId: "" }));
}
