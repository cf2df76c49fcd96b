// Faults at an exact byte: so many pass, and then.

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Direction, Fault, FaultyLink, Treatment } from "./fault.ts";

/** Between the last byte and the reset, in ms: libuv takes a reset that arrives with bytes for a FIN. */
const READ_FIRST_MS = 2;

/** As many turns of the event loop, for a reader in this process: to accept, to begin to read, to read. */
const READ_FIRST_TURNS = 4;

/**
 * Breaks the connection with RST once `bytes` of one direction have passed; at the first one if that is 0. Both sides
 * see it as `ECONNRESET`.
 */
export function resetAt(direction: Direction, bytes: number): Fault {
  const side = direction === "up" ? "request" : "response";
  return at(direction, bytes, `reset at ${side} byte ${bytes}`, (link) => void resetSoon(link));
}

async function resetSoon(link: FaultyLink): Promise<void> {
  await link.scope.sleep(READ_FIRST_MS);
  for (let turn = 0; turn < READ_FIRST_TURNS && !link.scope.over; turn++) await nextTurn();
  link.reset();
}

/** Ends one direction with FIN once `bytes` have passed that way; the other one goes on. */
export function halfCloseAt(direction: Direction, bytes: number): Fault {
  return at(direction, bytes, `half-close ${direction} at byte ${bytes}`, (link) => link.endOf(direction));
}

function at(direction: Direction, bytes: number, name: string, act: (link: FaultyLink) => void): Fault {
  return { name, [direction]: (link: FaultyLink) => passExactly(bytes, () => act(link)) };
}

/** Passes so many bytes, and calls `then` when the last of them has been taken. */
export function passExactly(bytes: number, then: () => void): Treatment {
  let left = bytes;
  let reached = false;
  return {
    async bytes(piece, pass) {
      const head = piece.subarray(0, left);
      left -= head.length;
      await pass(head);
      if (left > 0 || reached) return;
      reached = true;
      then();
    },
  };
}
