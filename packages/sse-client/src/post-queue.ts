// Messages that wait for their POST, and POSTs under way: what `write` promises.

import { isNotification, isResponse, type JsonRpcId, type JsonRpcMessage } from "@mcp-sse/jsonrpc";
import { SseClientError } from "./errors.ts";
import { type OrderedPost, PostOrder } from "./post-order.ts";
import { after } from "./timer.ts";
import { CANCELLED_METHOD } from "./wire.ts";

export interface PostQueueOptions {
  /** Posts a message. Calls `settle` once, and not before it has returned what gives the POST up. */
  readonly post: (body: string, settle: (failure?: Failure) => void) => () => void;
  readonly maxConcurrentPosts: number;
  readonly maxBacklogBytes: number;
  readonly fenceTimeoutMs: number;
}

/** Why a message was not accepted. */
export interface Failure {
  readonly error: unknown;
}

interface Entry extends OrderedPost {
  /** Of a request. */
  readonly id: JsonRpcId | undefined;
  readonly body: string;
  /** What it adds to the backlog. */
  bytes: number;
  cancel: () => void;
  settle: (failure?: Failure) => void;
}

/** Posts messages in their order, each once, and settles each `write`. */
export class PostQueue {
  readonly #options: PostQueueOptions;
  readonly #order: PostOrder<Entry>;
  #fences = 0;
  #backlogBytes = 0;
  #stopTimer: () => void = () => {};
  #onProgress: () => void = () => {};
  #ended = false;

  constructor(options: PostQueueOptions) {
    this.#options = options;
    this.#order = new PostOrder(options);
  }

  /** Messages that are not settled. */
  get size(): number {
    return this.#order.size;
  }

  /**
   * Takes a message; settles with its POST.
   *
   * An abort rejects with the signal's reason: a message that waits is removed, a POST under way is given up.
   *
   * @throws {@link SseClientError} `ERR_SSE_BACKLOG` if it would have to wait and `maxBacklogBytes` do; what
   *   its POST met.
   */
  write(message: JsonRpcMessage, body: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry = this.#entry(message, body, (failure) => {
        signal?.removeEventListener("abort", onAbort);
        if (failure === undefined) resolve();
        else reject(failure.error);
      });
      function onAbort(): void {
        entry.cancel();
        entry.settle({ error: signal?.reason });
      }
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#order.add(entry);
      this.#advance();
      if (entry.postedAt === undefined) this.#limitBacklog(entry);
    });
  }

  /**
   * Settles when every message has left: its POST was answered, or has been under way for `fenceTimeoutMs`
   * because the server holds it. In `ms` at the latest.
   */
  async drain(ms: number): Promise<void> {
    const latest = performance.now() + ms;
    while (this.size > 0) {
      const left = Math.min(this.#order.leftAt, latest) - performance.now();
      if (left <= 0) return;
      await new Promise<void>((resolve) => {
        const stop = after(left, resolve);
        this.#onProgress = () => {
          stop();
          resolve();
        };
      });
    }
  }

  /** Gives everything up: each message that is not settled rejects with `error`. */
  end(error: unknown): void {
    this.#ended = true;
    this.#stopTimer();
    for (const entry of this.#order) {
      entry.cancel();
      entry.settle({ error });
    }
  }

  #entry(message: JsonRpcMessage, body: string, settle: (failure?: Failure) => void): Entry {
    const isFence = this.#fences === 0 || isNotification(message);
    if (isFence) this.#fences++;
    const entry: Entry = {
      kind: isFence ? "fence" : isResponse(message) ? "response" : "request",
      fences: this.#fences,
      id: "method" in message && "id" in message ? message.id : undefined,
      names: this.#named(message),
      body,
      bytes: 0,
      writtenAt: performance.now(),
      postedAt: undefined,
      settled: false,
      cancel: () => {},
      settle: (failure) => {
        if (entry.settled) return;
        entry.settled = true;
        if (entry.postedAt === undefined) this.#backlogBytes -= entry.bytes;
        this.#order.remove(entry);
        settle(failure);
        this.#advance();
      },
    };
    return entry;
  }

  #named(message: JsonRpcMessage): Entry | undefined {
    if (!("method" in message) || message.method !== CANCELLED_METHOD) return undefined;
    const { params } = message;
    if (params === undefined || !("requestId" in params)) return undefined;
    for (const entry of this.#order) {
      if (entry.id !== undefined && entry.id === params.requestId) return entry;
    }
    return undefined;
  }

  #limitBacklog(entry: Entry): void {
    const { maxBacklogBytes } = this.#options;
    const bytes = new TextEncoder().encode(entry.body).byteLength;
    if (this.#backlogBytes > 0 && this.#backlogBytes + bytes > maxBacklogBytes) {
      const what = `more than maxBacklogBytes, ${maxBacklogBytes}, would wait to be posted`;
      entry.settle({ error: new SseClientError("ERR_SSE_BACKLOG", what) });
      return;
    }
    entry.bytes = bytes;
    this.#backlogBytes += bytes;
  }

  /** Posts what may be posted now, and sets the timer for what may be posted later. */
  #advance(): void {
    this.#onProgress();
    if (this.#ended) return;
    const now = performance.now();
    for (let entry = this.#order.next(now); entry !== undefined; entry = this.#order.next(now)) {
      this.#order.posted(entry, now);
      this.#backlogBytes -= entry.bytes;
      entry.cancel = this.#options.post(entry.body, entry.settle);
    }
    this.#stopTimer();
    this.#stopTimer = after(Math.max(this.#order.due - now, 0), () => this.#advance());
  }
}
