// The same bytes in other pieces.

import type { Fault, FaultyLink, Pass, Treatment } from "./fault.ts";

/** Sends each byte by itself, both ways: its receiver gets a turn of the loop to read after each. */
export function oneByteChunks(): Fault {
  return { name: "1-byte chunks", up: byteByByte, down: byteByByte };
}

/** Gathers what comes within `maxMs`, up to `bytes`, and sends it in one piece, both ways. */
export function coalesce(bytes: number, maxMs: number): Fault {
  const make = ({ scope }: FaultyLink): Treatment =>
    gather(bytes, async (flush) => {
      await scope.sleep(maxMs);
      await flush();
    });
  return { name: `coalesced up to ${bytes} bytes, ${maxMs} ms`, up: make, down: make };
}

/** Holds the response back until there are `bytes`, or it ends: a proxy that buffers. */
export function bufferUntil(bytes: number): Fault {
  return { name: `buffered until ${bytes} bytes`, down: () => gather(bytes, async () => {}) };
}

function byteByByte(): Treatment {
  return {
    async bytes(piece, pass) {
      for (let at = 0; at < piece.length; at++) {
        await pass(piece.subarray(at, at + 1));
        await new Promise(setImmediate);
      }
    },
  };
}

/** @param onFirst - called when something comes to be held, with what sends it. */
function gather(bytes: number, onFirst: (flush: () => Promise<void>) => Promise<void>): Treatment {
  let held: Buffer = Buffer.alloc(0);
  let sending: Promise<void> = Promise.resolve();

  // One after the other: what a timer sends and what a full buffer sends must not cross.
  function flush(pass: Pass): Promise<void> {
    sending = sending.then(() => {
      const piece = held;
      held = Buffer.alloc(0);
      return pass(piece);
    });
    return sending;
  }

  return {
    async bytes(piece, pass) {
      if (held.length === 0) void onFirst(() => flush(pass));
      held = Buffer.concat([held, piece]);
      if (held.length >= bytes) await flush(pass);
    },
    end: flush,
  };
}
