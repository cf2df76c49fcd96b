// A channel within one process: the primary's own sessions are relayed for like everybody's.

import { EventEmitter } from "node:events";
import type { IpcPort } from "./cluster-bus-message.ts";

/** Makes the two ends of a channel; messages come in a later turn, as they do from another process. */
export function createPortPair(): readonly [IpcPort & { disconnect(): void }, IpcPort] {
  const ends = [new EventEmitter(), new EventEmitter()] as const;
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
    on: (event, listener) => ends[at].on(event, listener),
    off: (event, listener) => ends[at].off(event, listener),
  });
  const disconnect = (): void => {
    connected = false;
    for (const end of ends) end.emit("disconnect");
  };
  return [Object.assign(portAt(0), { disconnect }), portAt(1)];
}
