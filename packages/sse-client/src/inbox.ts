// What arrived and is not read, and who waits for it. Without a limit, and so without writers that wait for room:
// what a chunk still holds when too much is unread has arrived, and belongs to the reader.

import { type AbortOptions, type JsonRpcMessage, listenForAbort } from "@mcp-sse/jsonrpc";
import { type InLine, Line } from "./line.ts";

interface Item extends InLine {
  readonly message: JsonRpcMessage;
}

interface Reader extends InLine {
  readonly settle: (message?: JsonRpcMessage) => void;
}

/** The reading half of the connection. */
export class Inbox {
  /** Messages while nobody waits, readers while there are none. */
  readonly #items = new Line<Item>();
  readonly #readers = new Line<Reader>();
  #ended = false;

  /** Messages that wait to be read. */
  get size(): number {
    return this.#items.size;
  }

  /** Takes a message; not after the end. */
  put(message: JsonRpcMessage): void {
    const reader = this.#readers.first;
    if (reader === undefined) this.#items.add({ message });
    else reader.settle(message);
  }

  /** `read` of the connection. */
  read({ signal }: AbortOptions = {}): Promise<JsonRpcMessage | undefined> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const item = this.#items.first;
      if (item !== undefined) this.#items.delete(item);
      if (item !== undefined || this.#ended) {
        resolve(item?.message);
        return;
      }
      const reader: Reader = {
        settle: (message) => {
          this.#readers.delete(reader);
          stopListening();
          resolve(message);
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
