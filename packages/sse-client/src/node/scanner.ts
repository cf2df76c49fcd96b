// On Node time counts, not size: the codec's larger scanner is the faster one.

import { createEventScanner, type ServerSentEvent } from "@mcp-sse/sse-codec";

/** Does what `createByteScanner` of the codec does. */
export function createByteScanner(
  onEvent: (event: ServerSentEvent) => void,
  maxEventBytes: number,
): { push(chunk: Uint8Array): void } {
  return createEventScanner({ onEvent, maxEventBytes });
}
