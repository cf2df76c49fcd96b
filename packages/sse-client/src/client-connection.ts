// The client's Connection: reads `message` events, writes POSTs, and ends once.
//
//     stream ──▶ events ──▶ inbox ──▶ read
//     write  ──▶ post queue ──▶ POST

import {
  type AbortOptions,
  type CloseReason,
  type Connection,
  decodeMessage,
  encodeMessage,
  type JsonRpcMessage,
  type MessageDecodeError,
} from "@mcp-sse/jsonrpc";
import type { Opened, StreamReceiver } from "./await-endpoint.ts";
import { closedError } from "./errors.ts";
import type { BodyFlow } from "./http.ts";
import { watchIdle } from "./idle-watch.ts";
import { createInbox } from "./inbox.ts";
import type { Requester } from "./make-request.ts";
import type { IgnoredEvent, ResolvedOptions } from "./options.ts";
import { postMessage } from "./post-message.ts";
import { createPostQueue } from "./post-queue.ts";
import { ENDPOINT_EVENT, MESSAGE_EVENT } from "./wire.ts";

/** How long `close` lets messages leave that were written before, in ms: what the contract allows. */
const CLOSE_TIMEOUT_MS = 5_000;

/** A connection to an HTTP+SSE server. */
export interface SseClientConnection extends Connection {
  /** Where messages are posted: on the origin of the stream. */
  readonly endpoint: URL;

  /**
   * Takes a message that is there already: what `read` would give at once, without a promise.
   *
   * @returns `undefined` if none is; `read` waits for one, and knows the end.
   */
  take(): JsonRpcMessage | undefined;

  /**
   * Has a header sent with every later POST, instead of one of the same name in the option `headers`. MCP asks
   * for `mcp-protocol-version` once it is negotiated.
   *
   * @throws TypeError for a name or a value that HTTP does not allow.
   */
  setHeader(name: string, value: string): void;
}

/** What a connection stands on. */
export interface ConnectionParts extends Requester, ResolvedOptions {
  readonly endpoint: URL;
  /** Holds the stream back while too much is unread. */
  readonly flow: BodyFlow;
}

/** Creates a connection over an open stream, and who is to be told what comes on that stream. */
export function createClientConnection(parts: ConnectionParts): Opened<SseClientConnection> {
  const { flow, maxQueuedMessages } = parts;
  const inbox = createInbox();
  const posts = createPostQueue({
    ...parts,
    post: (body, settle, onSent) => postMessage(body, parts, settle, onSent),
  });
  const idle = watchIdle(parts.idleTimeoutMs, () => end({ code: "idle" }));
  let paused = false;
  let closing: Promise<void> | undefined;
  // Why nothing more is written: the end, or a close that lets earlier messages leave.
  let over: CloseReason | undefined;
  let settleClosed: (reason: CloseReason) => void;
  const closed = new Promise<CloseReason>((resolve) => {
    settleClosed = resolve;
  });

  function end(reason: CloseReason): void {
    over ??= reason;
    idle.pause();
    inbox.end();
    posts.end(closedError(over));
    parts.http.close();
    settleClosed(over);
  }

  async function close(cause: unknown): Promise<void> {
    if (over) return;
    over = cause === undefined ? { code: "local" } : { code: "local", cause };
    idle.pause();
    inbox.end();
    // Nothing is delivered any more, but an end of the stream is still seen: then there is nothing to wait for.
    if (paused) flow.resume();
    await posts.drain(CLOSE_TIMEOUT_MS);
    end(over);
  }

  async function tellIgnored(event: IgnoredEvent): Promise<void> {
    try {
      // An asynchronous function is a fine observer, too.
      const told: unknown = parts.onIgnored?.(event);
      await told;
    } catch {
      // An observer's failure is not the connection's.
    }
  }

  /** Has the stream read further, if it was held back and what was taken out makes room. Returns that. */
  function taken<T>(message: T): T {
    if (paused && inbox.size() < maxQueuedMessages && !over) {
      paused = false;
      idle.resume();
      flow.resume();
    }
    return message;
  }

  const read = (options?: AbortOptions): Promise<JsonRpcMessage | undefined> => taken(inbox.read(options));
  const take = (): JsonRpcMessage | undefined => taken(inbox.take());

  const receiver: StreamReceiver = {
    bytes: idle.heard,
    event(event) {
      const { event: type, data } = event;
      if (over) return;
      if (type !== undefined && type !== MESSAGE_EVENT) {
        void tellIgnored({ reason: type === ENDPOINT_EVENT ? "second-endpoint" : "event-type", event });
        return;
      }
      try {
        inbox.put(decodeMessage(data));
      } catch (error) {
        // It throws nothing else, whatever it is given.
        void tellIgnored({ reason: "undecodable", event, error: error as MessageDecodeError });
      }
      if (inbox.size() < maxQueuedMessages || paused) return;
      paused = true;
      idle.pause();
      flow.pause();
    },
    end,
  };

  const connection: SseClientConnection = {
    endpoint: new URL(parts.endpoint),
    closed,
    setHeader: parts.authorization.setHeader,
    read,
    take,
    async write(message, { signal }: AbortOptions = {}) {
      signal?.throwIfAborted();
      if (over) throw closedError(over);
      await posts.write(message, encodeMessage(message), signal);
    },
    close: (cause) => (closing ??= close(cause)),
    async *[Symbol.asyncIterator]() {
      for (let next = take() ?? (await read()); next; next = take() ?? (await read())) yield next;
    },
  };
  return { connection, receiver };
}
