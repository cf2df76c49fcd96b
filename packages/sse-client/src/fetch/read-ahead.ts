import type { BodyFlow, BodySink } from "../http.ts";

/** How much is read of a body that is paused, in bytes: about what a socket delivers at a time. */
const READ_AHEAD_BYTES = 65_536;

/** A sink that a chunk may fill. */
export interface PacedSink extends Pick<BodySink, "end"> {
  /** Takes a chunk. What it returns is to be waited for before the next one is read. */
  chunk(bytes: Uint8Array): Promise<void> | void;
}

/**
 * Stands between a stream and its sink, and goes on reading a little while the sink is paused.
 *
 * A `ReadableStream` that breaks drops what nobody has taken from it, although it had arrived. What is
 * taken here is not lost: the end hands it over, paused or not.
 */
export interface ReadAhead extends PacedSink, BodyFlow {}

/** Creates one, open. */
export function createReadAhead(sink: BodySink): ReadAhead {
  const held: Uint8Array[] = [];
  let heldBytes = 0;
  let paused = false;
  let isHandingOver = false;
  let onRoom = (): void => {};

  function handOver(all: boolean): void {
    // Who is told of a chunk may resume before it has returned; the loop that told it goes on by itself.
    if (isHandingOver) return;
    isHandingOver = true;
    while (held.length > 0 && (all || !paused)) {
      const chunk = held.shift() as Uint8Array;
      heldBytes -= chunk.byteLength;
      sink.chunk(chunk);
    }
    isHandingOver = false;
    if (heldBytes < READ_AHEAD_BYTES) onRoom();
  }

  return {
    chunk(bytes) {
      held.push(bytes);
      heldBytes += bytes.byteLength;
      handOver(false);
      if (heldBytes < READ_AHEAD_BYTES) return undefined;
      return new Promise((resolve) => {
        onRoom = resolve;
      });
    },
    end(reason) {
      handOver(true);
      sink.end(reason);
    },
    pause() {
      paused = true;
    },
    resume() {
      paused = false;
      handOver(false);
    },
  };
}
