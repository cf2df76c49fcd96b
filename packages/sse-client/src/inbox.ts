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
export class Inbox {
  /** Messages from `#at` on, while nobody waits. No message has an object for its place. */
  readonly #items: (JsonRpcMessage | undefined)[] = [];
  #at = 0;
  readonly #readers = new Line<Reader>();
  #ended = false;

  /** Messages that wait to be read. */
  get size(): number {
    return this.#items.length - this.#at;
  }

  /** Takes a message in; not after the end. */
  put(message: JsonRpcMessage): void {
    const reader = this.#readers.first;
    if (reader) reader.settle(message);
    else this.#items.push(message);
  }

  /** Takes out the message that is next, if it is there. */
  take(): JsonRpcMessage | undefined {
    const message = this.#items[this.#at];
    if (message) this.#items[this.#at++] = undefined;
    // Not at every message: what is behind would have to move each time.
    if (this.#at === MOVED) {
      this.#items.splice(0, MOVED);
      this.#at = 0;
    }
    return message;
  }

  /** `read` of the connection. */
  read({ signal }: AbortOptions = {}): Promise<JsonRpcMessage | undefined> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const message = this.take();
      if (message || this.#ended) {
        resolve(message);
        return;
      }
      const reader: Reader = {
        settle: (given) => {
          this.#readers.delete(reader);
          stopListening();
          resolve(given);
        },
      };
      const stopListening = listenForAbort(signal, (reason) => {
        this.#readers.delete(reader);
        reject(reason);
      });
      this.#readers.add(reader);
    });
  }

  /** What is there can still be read; then, and for who waits, comes `undefined`. */
  end(): void {
    this.#ended = true;
    for (const reader of [...this.#readers]) reader.settle();
  }
}
