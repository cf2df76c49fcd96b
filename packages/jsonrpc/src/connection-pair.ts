// Two ends in memory: what one writes the other reads.

import type { AbortOptions, CloseReason, Connection } from "./connection.ts";
import { ConnectionClosedError } from "./errors.ts";
import type { JsonRpcMessage } from "./message.ts";
import { createMessageQueue } from "./message-queue.ts";

/** Messages that wait to be read before `write` waits: what an HTTP session holds by default. */
const MAX_QUEUED_MESSAGES = 100;

/** How long `close` lets writes that wait for room leave, in ms: what the contract allows. */
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Creates a connection inside the process, for tests and for a client and server in one program.
 *
 * Both ends keep the whole contract of {@link Connection}. Messages are handed over by reference, neither
 * copied nor encoded. `write` resolves when the message is in the other end's queue, and waits while 100 are.
 */
export function createConnectionPair(): [Connection, Connection] {
  const left = new PairEnd();
  const right = new PairEnd();
  left.join(right);
  right.join(left);
  return [left, right];
}

class PairEnd implements Connection {
  readonly closed: Promise<CloseReason>;
  readonly #inbox = createMessageQueue<JsonRpcMessage>(MAX_QUEUED_MESSAGES);
  readonly #waiting = new Set<Promise<unknown>>();
  #settleClosed!: (reason: CloseReason) => void;
  #peer!: PairEnd;
  #reason: CloseReason | undefined;
  #closing: Promise<void> | undefined;

  constructor() {
    this.closed = new Promise((resolve) => {
      this.#settleClosed = resolve;
    });
  }

  join(peer: PairEnd): void {
    this.#peer = peer;
  }

  read(options?: AbortOptions): Promise<JsonRpcMessage | undefined> {
    return this.#inbox.read(options);
  }

  async write(message: JsonRpcMessage, options?: AbortOptions): Promise<void> {
    options?.signal?.throwIfAborted();
    if (this.#reason !== undefined) throw this.#closedError();
    const put = this.#peer.#inbox.put(message, options);
    this.#waiting.add(put);
    try {
      if (await put) return;
    } finally {
      this.#waiting.delete(put);
    }
    throw this.#closedError();
  }

  close(cause?: unknown): Promise<void> {
    this.#closing ??= this.#close(cause);
    return this.#closing;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<JsonRpcMessage, void, undefined> {
    for (let message = await this.read(); message !== undefined; message = await this.read()) yield message;
  }

  // Only for an end that is ending: both ends have their reason before either queue ends.
  #closedError(): ConnectionClosedError {
    return new ConnectionClosedError(this.#reason as CloseReason);
  }

  async #close(cause: unknown): Promise<void> {
    this.#reason ??= cause === undefined ? { code: "local" } : { code: "local", cause };
    this.#peer.#reason ??= { code: "peer" };
    this.#inbox.end();
    if (this.#waiting.size > 0) await settled([...this.#waiting], CLOSE_TIMEOUT_MS);
    this.#peer.#inbox.end();
    this.#settleClosed(this.#reason);
    this.#peer.#settleClosed(this.#peer.#reason);
  }
}

async function settled(promises: readonly Promise<unknown>[], timeoutMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([Promise.allSettled(promises), timeout]);
  clearTimeout(timer);
}
