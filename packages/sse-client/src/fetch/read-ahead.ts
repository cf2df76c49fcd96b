import type { CloseReason } from "@mcp-sse/jsonrpc";
import type { BodyFlow, BodySink } from "../http.ts";

/** How much is read of a body that is paused, in bytes: about what a socket delivers at a time. */
const READ_AHEAD_BYTES = 65_536;

/**
 * Stands between a stream and its sink, and goes on reading a little while the sink is paused.
 *
 * A `ReadableStream` that breaks drops what nobody has taken from it, although it had arrived. What is
 * taken here is not lost: the end hands it over, paused or not.
 */
export class ReadAhead implements BodyFlow {
  readonly #sink: BodySink;
  readonly #held: Uint8Array[] = [];
  #heldBytes = 0;
  #paused = false;
  #onRoom: (() => void) | undefined;

  constructor(sink: BodySink) {
    this.#sink = sink;
  }

  /** Takes a chunk. */
  push(chunk: Uint8Array): void {
    if (!this.#paused) {
      this.#sink.chunk(chunk);
      return;
    }
    this.#held.push(chunk);
    this.#heldBytes += chunk.byteLength;
  }

  /** What to wait for before the next chunk is read; `undefined` if there is room for it. */
  get room(): Promise<void> | undefined {
    if (this.#heldBytes < READ_AHEAD_BYTES) return undefined;
    return new Promise((resolve) => {
      this.#onRoom = resolve;
    });
  }

  end(reason: CloseReason): void {
    for (const chunk of this.#held.splice(0)) this.#sink.chunk(chunk);
    this.#sink.end(reason);
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    while (!this.#paused) {
      const chunk = this.#held.shift();
      if (chunk === undefined) break;
      this.#heldBytes -= chunk.byteLength;
      this.#sink.chunk(chunk);
    }
    if (this.#heldBytes < READ_AHEAD_BYTES) this.#onRoom?.();
  }
}
