// How often a socket was written to: what is written corked counts once.

import type { Socket } from "node:net";
import { vi } from "vitest";

/** Counts writes to a socket from now on, and forgets them when it is read. */
export function countWrites(socket: Socket): () => number {
  const spies = [vi.spyOn(socket, "_write")];
  if (socket._writev) spies.push(vi.spyOn(socket as Required<Socket>, "_writev") as never);
  return () => {
    const count = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    for (const spy of spies) spy.mockClear();
    return count;
  };
}
