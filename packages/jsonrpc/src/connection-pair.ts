// Two ends in memory: what one writes the other reads.

import type { CloseReason, Connection } from "./connection.ts";
import { ConnectionClosedError } from "./errors.ts";
import type { JsonRpcMessage } from "./message.ts";
import { createMessageQueue, type MessageQueue } from "./message-queue.ts";

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
  ];
  const reasons: CloseReason[] = [];
  let settle: () => void;
  const ended = new Promise<void>((resolve) => {
    settle = resolve;
  });

  return inboxes.map((inbox, self): Connection => {
    const peer = 1 - self;
    const outbox = inboxes[peer] as MessageQueue<JsonRpcMessage>;
    const read: Connection["read"] = (options) => inbox.read(options);
    /** Settles when every write until now is in the queue of the other end, or never will be. */
    let written: Promise<unknown> | undefined;
    let closing: Promise<void> | undefined;

    return {
      closed: ended.then(() => reasons[self] as CloseReason),
      read,
      async write(message, options) {
        if (!reasons[self]) {
          const put = outbox.put(message, options);
          // Each waits for the one before it, and holds on to none once that has settled.
          const before = written;
          const then = () => before;
          written = put.then(then, then);
          if (await put) return;
        }
        throw new ConnectionClosedError(reasons[self] as CloseReason);
      },
      close: (cause) =>
        (closing ??= (async () => {
          reasons[self] ??= { code: "local", ...(cause !== undefined && { cause }) };
          reasons[peer] ??= { code: "peer" };
          inbox.end();
          // Ending the queue ends every put that still waits for room in it.
          const timer = setTimeout(() => outbox.end(), CLOSE_TIMEOUT_MS);
          await written;
          clearTimeout(timer);
          outbox.end();
          settle();
        })()),
      async *[Symbol.asyncIterator]() {
        for (let message = await read(); message; message = await read()) yield message;
      },
    };
  }) as [Connection, Connection];
}
