// Messages that wait for their POST, and POSTs under way: what `write` promises.

import { type JsonRpcId, type JsonRpcMessage, type JsonRpcRequest, listenForAbort } from "@mcp-sse/jsonrpc";
import { passed } from "./errors.ts";
import { createPostOrder, type OrderedPost } from "./post-order.ts";
import { after, NEVER } from "./timer.ts";
import { CANCELLED_METHOD } from "./wire.ts";

/** How to post a message, and the limits of a connection's options. */
export interface PostQueueOptions {
  /**
   * Posts a message. Calls `settle` once, and not before it has returned what gives the POST up; `onSent` with true each time
   * that it has left as a whole, with false when it has to be sent again.
   */
  readonly post: (
    body: string,
    settle: (failure?: Failure) => void,
    onSent: (isSent: boolean) => void,
  ) => () => void;
  readonly maxConcurrentPosts: number;
  readonly maxBacklogBytes: number;
  readonly fenceTimeoutMs: number;
}

/** Why a message was not accepted. */
export interface Failure {
  readonly error: unknown;
}

/** Posts messages in their order, each once, and settles each `write`. */
export interface PostQueue {
  /**
   * Takes a message; settles with its POST.
   *
   * An abort rejects with the signal's reason: a message that waits is removed, a POST under way is given up.
   *
   * @throws {@link SseClientError} `ERR_SSE_BACKLOG` if it would have to wait and `maxBacklogBytes` do; what
   *   its POST met.
   */
  write(message: JsonRpcMessage, body: string, signal: AbortSignal | undefined): Promise<void>;

  /**
   * Settles when every message has left: its POST was answered, or has been under way for `fenceTimeoutMs`
   * because the server holds it. In `ms` at the latest.
   */
  drain(ms: number): Promise<void>;

  /** Gives everything up: each message that is not settled rejects with `error`. */
  end(error: unknown): void;
}

interface Entry extends OrderedPost {
  readonly body: string;
  readonly signal: AbortSignal | undefined;
  /** What it adds to the backlog while it waits. */
  bytes: number;
  /** Whether a `cancelled` that was written later names it. */
  isNamed?: boolean;
  /** Gives its POST up. */
  cancel?: () => void;
  readonly settle: (failure?: Failure) => void;
  readonly onSent: (isSent: boolean) => void;
}

interface Cancelled {
  readonly requestId?: unknown;
}

/** Creates an empty queue. */
export function createPostQueue(options: PostQueueOptions): PostQueue {
  const { maxBacklogBytes } = options;
  const order = createPostOrder<Entry>(options.maxConcurrentPosts, options.fenceTimeoutMs);
  /**
   * The requests on their way by the type of their id and their id: a `cancelled` may come for each of very many. No Map, for the
   * reason that `Line` gives: what has left one survives the collections of young garbage.
   */
  const requests: Record<string, Record<JsonRpcId, Entry | undefined>> = {
    number: {},
    string: Object.create(null),
  };
  let written = 0;
  let backlogBytes = 0;
  let stopTimer = (): void => {};
  let drainUntil = NEVER;
  let onDrained: (() => void) | undefined;
  let ended = false;

  /** Posts what may be posted now, and sets the timer for what may happen later. */
  function advance(): void {
    if (ended) return;
    const now = performance.now();
    for (let entry = order.next(now); entry; entry = order.next(now)) {
      leaveBacklog(entry);
      // Its turn came because one abort gives up many: it hears of it next.
      if (!entry.signal?.aborted) entry.cancel = options.post(entry.body, entry.settle, entry.onSent);
    }
    const drainedAt = onDrained ? Math.min(order.leftAt(), drainUntil) : NEVER;
    stopTimer();
    stopTimer = after(Math.max(Math.min(order.due(), drainedAt) - now, 0), advance);
    if (drainedAt <= now) onDrained?.();
  }

  function leaveBacklog(entry: Entry): void {
    backlogBytes -= entry.bytes;
    entry.bytes = 0;
  }

  return {
    write: (message, body, signal) =>
      new Promise((resolve, reject) => {
        const { method, id, params } = message as Partial<JsonRpcRequest>;
        const what = method === undefined ? "response" : id === undefined ? "fence" : "request";
        const { requestId } = (method === CANCELLED_METHOD && (params as Cancelled | undefined)) || {};
        const sameType = requests[typeof id];
        const names = requests[typeof requestId]?.[requestId as JsonRpcId];
        if (names) names.isNamed = true;
        const entry: Entry = {
          kind: written > 0 ? what : "fence",
          place: written++,
          names,
          body,
          signal,
          bytes: 0,
          writtenAt: performance.now(),
          settle(failure) {
            if (entry.settled) return;
            entry.settled = true;
            leaveBacklog(entry);
            order.remove(entry);
            if (sameType?.[id as JsonRpcId] === entry) delete sameType[id as JsonRpcId];
            stopListening();
            if (failure) reject(failure.error);
            else resolve();
            advance();
          },
          onSent(isSent) {
            entry.sentAt = isSent ? performance.now() : undefined;
            // Of what is under way nobody else asks, but for the end of a `close`.
            if (entry.isNamed || onDrained) advance();
          },
        };
        if (sameType && what === "request") sameType[id as JsonRpcId] = entry;
        const stopListening = listenForAbort(signal, (reason) => giveUp(entry, reason));
        order.add(entry);
        advance();
        if (entry.postedAt !== undefined) return;
        entry.bytes = new TextEncoder().encode(body).byteLength;
        backlogBytes += entry.bytes;
        // One that waits alone may be larger.
        if (backlogBytes > Math.max(maxBacklogBytes, entry.bytes))
          entry.settle({ error: passed("ERR_SSE_BACKLOG", "maxBacklogBytes", maxBacklogBytes) });
      }),
    drain: (ms) =>
      new Promise((resolve) => {
        drainUntil = performance.now() + ms;
        onDrained = () => {
          onDrained = undefined;
          resolve();
        };
        advance();
      }),
    end(error) {
      ended = true;
      stopTimer();
      for (const entry of order.all()) giveUp(entry, error);
      onDrained?.();
    },
  };
}

function giveUp(entry: Entry, error: unknown): void {
  entry.cancel?.();
  entry.settle({ error });
}
