// Who waits for a connection to close: one listener per socket, however many requests were pipelined on it.

import type { NodeSocket } from "./node-http.ts";

const waiting = new WeakMap<NodeSocket, Set<() => void>>();

/**
 * Calls back when the socket closes.
 *
 * @returns what forgets the callback.
 */
export function onceClosed(socket: NodeSocket, callback: () => void): () => void {
  const callbacks = waiting.get(socket) ?? watch(socket);
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}

function watch(socket: NodeSocket): Set<() => void> {
  const callbacks = new Set<() => void>();
  waiting.set(socket, callbacks);
  socket.on("close", () => {
    for (const callback of callbacks) callback();
  });
  return callbacks;
}
