// The order of POSTs.
//
//     R1 R2 R3 │ N1 │ R4 A1 R5 │ N2 │ …      R request, A response, N notification
//
// A notification is a fence, and so is the first message whatever it is: it is posted when every earlier POST
// was answered, and nothing later before it was. Between two fences up to `maxConcurrentPosts` requests are
// unanswered at a time. A response does not count, and passes requests that wait for their turn: the server that
// waits for it may be what keeps them waiting.
//
// Some servers answer a POST only when its handler has ended, and a handler may wait for what is written later:
// for a `cancelled`, for a response. So a fence waits for `fenceTimeoutMs` at most, from its `write` or from the
// POST of the fence before it, and a response for twice that. Only the request that a `cancelled` names is
// never passed: it is posted first, and given the same time to arrive.

import { isNotification, isResponse, type JsonRpcId, type JsonRpcMessage } from "@mcp-sse/jsonrpc";
import { SseClientError } from "./errors.ts";
import { after } from "./timer.ts";
import { CANCELLED_METHOD } from "./wire.ts";

/** Responses whose POST may be unanswered at a time: each may have a socket of its own. */
const MAX_CONCURRENT_RESPONSES = 256;

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

/** A message on its way: it waits, then it is posted, then it is settled. */
interface Entry {
  readonly kind: "fence" | "request" | "response";
  /** How many fences were written up to here, itself included. */
  readonly fences: number;
  readonly id: JsonRpcId | undefined;
  readonly body: string;
  /** Of a `cancelled`: the request that it names, if that was not settled. */
  readonly names: Entry | undefined;
  readonly writtenAt: number;
  bytes: number;
  postedAt: number | undefined;
  settled: boolean;
  cancel: () => void;
  settle: (failure?: Failure) => void;
}

export class PostQueue {
  readonly #options: PostQueueOptions;
  readonly #waiting = { fence: new Set<Entry>(), request: new Set<Entry>(), response: new Set<Entry>() };
  readonly #posted = { fence: new Set<Entry>(), request: new Set<Entry>(), response: new Set<Entry>() };
  #fences = 0;
  #waitingBytes = 0;
  #stopTimer: (() => void) | undefined;
  #onEmpty: (() => void) | undefined;
  #ended = false;

  constructor(options: PostQueueOptions) {
    this.#options = options;
  }

  /** Messages that are not settled. */
  get size(): number {
    return sizeOf(this.#waiting) + sizeOf(this.#posted);
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
      const onAbort = (): void => {
        entry.cancel();
        entry.settle({ error: signal?.reason });
      };
      const entry = this.#entry(message, body, (failure) => {
        signal?.removeEventListener("abort", onAbort);
        if (failure === undefined) resolve();
        else reject(failure.error);
      });
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#waiting[entry.kind].add(entry);
      this.#advance();
      if (entry.postedAt === undefined) this.#limitBacklog(entry);
    });
  }

  /** Settles when everything is settled, or in `ms`. */
  async drain(ms: number): Promise<void> {
    if (this.size === 0) return;
    await new Promise<void>((resolve) => {
      const stop = after(ms, resolve);
      this.#onEmpty = () => {
        stop();
        resolve();
      };
    });
  }

  /** Gives everything up: each message that is not settled rejects with `error`. */
  end(error: unknown): void {
    this.#ended = true;
    this.#stopTimer?.();
    for (const entries of [...Object.values(this.#waiting), ...Object.values(this.#posted)]) {
      for (const entry of entries) {
        entry.cancel();
        entry.settle({ error });
      }
    }
  }

  #entry(message: JsonRpcMessage, body: string, settle: (failure?: Failure) => void): Entry {
    const first = this.#fences === 0;
    const kind = first || isNotification(message) ? "fence" : isResponse(message) ? "response" : "request";
    if (kind === "fence") this.#fences++;
    const entry: Entry = {
      kind,
      fences: this.#fences,
      id: "method" in message && "id" in message ? message.id : undefined,
      body,
      names: this.#named(message),
      writtenAt: performance.now(),
      bytes: 0,
      postedAt: undefined,
      settled: false,
      cancel: () => {},
      settle: (failure) => {
        if (entry.settled) return;
        entry.settled = true;
        this.#remove(entry);
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
    for (const entries of [...Object.values(this.#waiting), ...Object.values(this.#posted)]) {
      for (const entry of entries) if (entry.id !== undefined && entry.id === params.requestId) return entry;
    }
    return undefined;
  }

  #limitBacklog(entry: Entry): void {
    const { maxBacklogBytes } = this.#options;
    const bytes = new TextEncoder().encode(entry.body).byteLength;
    if (this.#waitingBytes > 0 && this.#waitingBytes + bytes > maxBacklogBytes) {
      const what = `more than maxBacklogBytes, ${maxBacklogBytes}, would wait to be posted`;
      entry.settle({ error: new SseClientError("ERR_SSE_BACKLOG", what) });
      return;
    }
    entry.bytes = bytes;
    this.#waitingBytes += bytes;
  }

  #remove(entry: Entry): void {
    if (this.#waiting[entry.kind].delete(entry)) this.#waitingBytes -= entry.bytes;
    else this.#posted[entry.kind].delete(entry);
  }

  /** Posts what may be posted now, and sets the timer for what may be posted later. */
  #advance(): void {
    if (this.#onEmpty !== undefined && this.size === 0) this.#onEmpty();
    if (this.#ended) return;
    const now = performance.now();
    for (let entry = this.#next(now); entry !== undefined; entry = this.#next(now)) {
      this.#remove(entry);
      this.#posted[entry.kind].add(entry);
      entry.postedAt = now;
      const { settle } = entry;
      entry.cancel = this.#options.post(entry.body, settle);
    }
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    const due = this.#due();
    if (due !== Number.POSITIVE_INFINITY)
      this.#stopTimer = after(Math.max(due - now, 0), () => this.#advance());
  }

  #next(now: number): Entry | undefined {
    const request = first(this.#waiting.request);
    if (request !== undefined && this.#posted.request.size < this.#options.maxConcurrentPosts) {
      if (!this.#isBehindFence(request)) return request;
    }
    const response = first(this.#waiting.response);
    if (response !== undefined && this.#posted.response.size < MAX_CONCURRENT_RESPONSES) {
      if (!this.#isBehindFence(response) || now >= this.#responseDue(response)) return response;
    }
    const fence = first(this.#waiting.fence);
    if (fence !== undefined && (this.#isClear(fence) || now >= this.#fenceDue(fence))) return fence;
    return undefined;
  }

  /** When the timer must run: the first time at which something may go although it is held back now. */
  #due(): number {
    let due = Number.POSITIVE_INFINITY;
    const response = first(this.#waiting.response);
    if (response !== undefined && this.#posted.response.size < MAX_CONCURRENT_RESPONSES) {
      due = this.#responseDue(response);
    }
    const fence = first(this.#waiting.fence);
    return fence === undefined ? due : Math.min(due, this.#fenceDue(fence));
  }

  #isBehindFence(entry: Entry): boolean {
    // Fences are posted in their order, so one that was posted is before all that wait.
    const fence = first(this.#posted.fence) ?? first(this.#waiting.fence);
    return fence !== undefined && fence.fences <= entry.fences;
  }

  /** Every earlier POST was answered. */
  #isClear(fence: Entry): boolean {
    const { request, response } = this.#waiting;
    const isEarlier = (entry: Entry | undefined) => entry !== undefined && entry.fences < fence.fences;
    return sizeOf(this.#posted) === 0 && !isEarlier(first(request)) && !isEarlier(first(response));
  }

  #fenceDue({ writtenAt, names }: Entry): number {
    let from = writtenAt;
    for (const { postedAt = 0 } of this.#posted.fence) from = Math.max(from, postedAt);
    if (names !== undefined && !names.settled)
      from = Math.max(from, names.postedAt ?? Number.POSITIVE_INFINITY);
    return from + this.#options.fenceTimeoutMs;
  }

  #responseDue({ writtenAt }: Entry): number {
    return writtenAt + 2 * this.#options.fenceTimeoutMs;
  }
}

function first(entries: Set<Entry>): Entry | undefined {
  return entries.values().next().value;
}

function sizeOf(lines: Record<Entry["kind"], Set<Entry>>): number {
  return lines.fence.size + lines.request.size + lines.response.size;
}
