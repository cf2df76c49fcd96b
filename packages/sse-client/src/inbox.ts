// What arrived and is not read, and who waits for it. Without a limit, and so without writers that wait for room:
// what a chunk still holds when too much is unread has arrived, and belongs to the reader.

import { type AbortOptions, type JsonRpcMessage, listenForAbort } from "@mcp-sse/jsonrpc";
import { type InLine, Line } from "./line.ts";

interface Reader extends InLine {
  readonly settle: (message?: JsonRpcMessage) => void;
}

/** Places that are given up at a time. */
const MOVED = 1_000;

/** The reading half of the connection. */
export interface Inbox {
  /** Messages that wait to be read. */
  size(): number;

  /** Takes a message in; not after the end. */
  put(message: JsonRpcMessage): void;

  /** Takes out the message that is next, if it is there. */
  take(): JsonRpcMessage | undefined;

  /** `read` of the connection. */
  read(options?: AbortOptions): Promise<JsonRpcMessage | undefined>;

  /** What is there can still be read; then, and for who waits, comes `undefined`. */
  end(): void;
}

/** Creates an empty inbox. */
export function createInbox(): Inbox {
  /** Messages from `next` on, while nobody waits. No message has an object for its place. */
  const items: (JsonRpcMessage | undefined)[] = [];
  let next = 0;
  const readers = new Line<Reader>();
  let ended = false;

  function take(): JsonRpcMessage | undefined {
    const message = items[next];
    if (message) items[next++] = undefined;
    // Not at every message: what is behind would have to move each time.
    if (next === MOVED) {
      items.splice(0, MOVED);
      next = 0;
    }
    return message;
  }

  return {
    size: () => items.length - next,
    put(message) {
      const reader = readers.first;
      if (reader) reader.settle(message);
      else items.push(message);
    },
    take,
    read: ({ signal } = {}) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const message = take();
        if (message || ended) {
          resolve(message);
          return;
        }
        const reader: Reader = {
          settle(given) {
            readers.delete(reader);
            stopListening();
            resolve(given);
          },
        };
        const stopListening = listenForAbort(signal, (reason) => {
          readers.delete(reader);
          reject(reason);
        });
        readers.add(reader);
      }),
    end() {
      ended = true;
      for (const reader of [...readers]) reader.settle();
    },
  };
}
