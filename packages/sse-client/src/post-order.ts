// Which message may be posted.
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

/** Responses whose POST may be unanswered at a time: each may have a socket of its own. */
const MAX_CONCURRENT_RESPONSES = 256;

export type PostKind = "fence" | "request" | "response";

/** A message on its way: it waits, then it is posted, then it is settled. Times are those of `performance.now()`. */
export interface OrderedPost {
  readonly kind: PostKind;
  /** How many fences were written up to here, itself included. */
  readonly fences: number;
  readonly writtenAt: number;
  /** Of a `cancelled`: the request that it names. */
  readonly names: OrderedPost | undefined;
  postedAt: number | undefined;
  settled: boolean;
}

type Lines<T> = Readonly<Record<PostKind, Set<T>>>;

/** The messages on their way, each in the line of its kind, in the order of their writing. */
export class PostOrder<T extends OrderedPost> {
  readonly #maxConcurrentPosts: number;
  readonly #fenceTimeoutMs: number;
  readonly #waiting: Lines<T> = { fence: new Set(), request: new Set(), response: new Set() };
  readonly #posted: Lines<T> = { fence: new Set(), request: new Set(), response: new Set() };

  constructor(limits: { readonly maxConcurrentPosts: number; readonly fenceTimeoutMs: number }) {
    this.#maxConcurrentPosts = limits.maxConcurrentPosts;
    this.#fenceTimeoutMs = limits.fenceTimeoutMs;
  }

  /** Messages that wait or are posted. */
  get size(): number {
    return sizeOf(this.#waiting) + sizeOf(this.#posted);
  }

  /** All of them; those that wait first, so that giving them up in this order posts none. */
  *[Symbol.iterator](): Generator<T, void, undefined> {
    for (const lines of [this.#waiting, this.#posted]) {
      yield* lines.fence;
      yield* lines.request;
      yield* lines.response;
    }
  }

  add(entry: T): void {
    this.#waiting[entry.kind].add(entry);
  }

  /** Moves a message from those that wait to those that are posted. */
  posted(entry: T, now: number): void {
    this.#waiting[entry.kind].delete(entry);
    this.#posted[entry.kind].add(entry);
    entry.postedAt = now;
  }

  remove(entry: T): void {
    this.#waiting[entry.kind].delete(entry);
    this.#posted[entry.kind].delete(entry);
  }

  /** A message that may be posted now. */
  next(now: number): T | undefined {
    const request = first(this.#waiting.request);
    if (request !== undefined && this.#posted.request.size < this.#maxConcurrentPosts) {
      if (!this.#isBehindFence(request)) return request;
    }
    const response = this.#nextResponse();
    if (response !== undefined) {
      if (!this.#isBehindFence(response) || now >= this.#responseDue(response)) return response;
    }
    const fence = first(this.#waiting.fence);
    if (fence !== undefined && (this.#isClear(fence) || now >= this.#fenceDue(fence))) return fence;
    return undefined;
  }

  /** When `next` may have an answer although nothing was answered: `Infinity` if never. */
  get due(): number {
    const response = this.#nextResponse();
    const fence = first(this.#waiting.fence);
    return Math.min(
      response === undefined ? Number.POSITIVE_INFINITY : this.#responseDue(response),
      fence === undefined ? Number.POSITIVE_INFINITY : this.#fenceDue(fence),
    );
  }

  /** When every message has left, as far as a fence would believe it: posted so long ago, if not answered. */
  get leftAt(): number {
    if (sizeOf(this.#waiting) > 0) return Number.POSITIVE_INFINITY;
    let leftAt = 0;
    for (const { postedAt = 0 } of this) leftAt = Math.max(leftAt, postedAt + this.#fenceTimeoutMs);
    return leftAt;
  }

  #nextResponse(): T | undefined {
    const isFull = this.#posted.response.size >= MAX_CONCURRENT_RESPONSES;
    return isFull ? undefined : first(this.#waiting.response);
  }

  #isBehindFence(entry: T): boolean {
    // Fences are posted in their order, so one that was posted is before all that wait.
    const fence = first(this.#posted.fence) ?? first(this.#waiting.fence);
    return fence !== undefined && fence.fences <= entry.fences;
  }

  /** Every earlier POST was answered. */
  #isClear(fence: T): boolean {
    const isEarlier = (entry: T | undefined) => entry !== undefined && entry.fences < fence.fences;
    const { request, response } = this.#waiting;
    return sizeOf(this.#posted) === 0 && !isEarlier(first(request)) && !isEarlier(first(response));
  }

  #fenceDue({ writtenAt, names }: T): number {
    let from = writtenAt;
    for (const { postedAt = 0 } of this.#posted.fence) from = Math.max(from, postedAt);
    if (names !== undefined && !names.settled)
      from = Math.max(from, names.postedAt ?? Number.POSITIVE_INFINITY);
    return from + this.#fenceTimeoutMs;
  }

  #responseDue({ writtenAt }: T): number {
    return writtenAt + 2 * this.#fenceTimeoutMs;
  }
}

function first<T>(line: Set<T>): T | undefined {
  return line.values().next().value;
}

function sizeOf(lines: Lines<unknown>): number {
  return lines.fence.size + lines.request.size + lines.response.size;
}
