// A channel within one process: the primary's own sessions are relayed for like everybody's.

import type { IpcPort } from "./cluster-bus-message.ts";

type Listener = Parameters<IpcPort["on"]>[1];

/** Makes the two ends of a channel; messages come in a later turn, as they do from another process. */
export function createPortPair(): readonly [IpcPort & { disconnect(): void }, IpcPort] {
  const ends = [createListeners(), createListeners()] as const;
  let connected = true;
  const portAt = (at: 0 | 1): IpcPort => ({
    get connected() {
      return connected;
    },
    send(message, sent) {
      setImmediate(() => {
        if (connected) ends[at === 0 ? 1 : 0].emit("message", message);
        sent?.(null);
      });
      return true;
    },
    on: (event, listener) => ends[at].of(event).add(listener),
    off: (event, listener) => ends[at].of(event).delete(listener),
  });
  const disconnect = (): void => {
    connected = false;
    for (const end of ends) end.emit("disconnect", undefined);
  };
  return [Object.assign(portAt(0), { disconnect }), portAt(1)];
}

interface Listeners {
  of(event: string): Set<Listener>;
  emit(event: string, message: unknown): void;
}

/** `node:events` is in no bundle for another runtime. */
function createListeners(): Listeners {
  const all: Record<string, Set<Listener>> = {};
  const of = (event: string): Set<Listener> => {
    all[event] ??= new Set();
    return all[event];
  };
  return {
    of,
    emit(event, message) {
      for (const listener of [...of(event)]) listener(message);
    },
  };
}
