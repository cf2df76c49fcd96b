// Two ends in memory: what one writes the other reads.

import type { CloseReason, Connection } from "./connection.ts";
import { ConnectionClosedError } from "./errors.ts";
import type { JsonRpcMessage } from "./message.ts";
import { createMessageQueue } from "./message-queue.ts";

/** Messages that wait to be read before `write` waits: what an HTTP session holds by default. */
const MAX_QUEUED = 100;

/** How long `close` lets writes that wait for room leave, in ms: what the contract allows. */
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Creates a connection inside the process, for tests and for a client and server in one program.
 *
 * Both ends keep the whole contract of {@link Connection}. Messages are handed over by reference, neither
 * copied nor encoded. `write` resolves when the message is in the other end's queue, and waits while 100 are.
 */
export function createConnectionPair(): [Connection, Connection] {
  const inboxes = [
    createMessageQueue<JsonRpcMessage>(MAX_QUEUED),
    createMessageQueue<JsonRpcMessage>(MAX_QUEUED),
  ] as const;
  const reasons: [CloseReason?, CloseReason?] = [];
  let settle: () => void;
  const ended = new Promise<void>((resolve) => {
    settle = resolve;
  });

  function createEnd(self: 0 | 1, peer: 0 | 1): Connection {
    const read: Connection["read"] = (options) => inboxes[self].read(options);
    /** Settles when every write until now is in the queue of the other end, or never will be. */
    let written: Promise<unknown> | undefined;
    let closing: Promise<void> | undefined;

    async function end(cause: unknown): Promise<void> {
      reasons[self] ??= { code: "local", ...(cause !== undefined && { cause }) };
      reasons[peer] ??= { code: "peer" };
      inboxes[self].end();
      // Ending the queue ends every put that still waits for room in it.
      const timer = setTimeout(() => inboxes[peer].end(), CLOSE_TIMEOUT_MS);
      await written;
      clearTimeout(timer);
      inboxes[peer].end();
      settle();
    }

    return {
      closed: ended.then(() => reasons[self] as CloseReason),

      read,

      async write(message, options) {
        const put = !reasons[self] && inboxes[peer].put(message, options);
        // Without their results: in those, each write would hold on to all before it.
        written = Promise.allSettled([written, put]).then(() => {});
        if (!(await put)) throw new ConnectionClosedError(reasons[self] as CloseReason);
      },

      close: (cause) => (closing ??= end(cause)),

      async *[Symbol.asyncIterator]() {
        for (let message = await read(); message; message = await read()) yield message;
      },
    };
  }

  return [createEnd(0, 1), createEnd(1, 0)];
}
