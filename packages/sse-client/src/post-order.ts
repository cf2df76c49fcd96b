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
// never passed: it leaves first, on whatever socket, and is given the same time to arrive.

import { type InLine, Line } from "./line.ts";
import { NEVER } from "./timer.ts";

/** Responses whose POST may be unanswered at a time: each may have a socket of its own. */
const MAX_CONCURRENT_RESPONSES = 256;

/** What decides when a message may be posted: whether it is a fence, and if not, whether it is a response. */
export type PostKind = "fence" | "request" | "response";

/** A message on its way: it waits, then it is posted, then it is settled. Times are those of `performance.now()`. */
export interface OrderedPost extends InLine {
  readonly kind: PostKind;
  /** How many fences were written up to here, itself included. */
  readonly fences: number;
  readonly writtenAt: number;
  /** Of a `cancelled`: the request that it names. */
  readonly names: OrderedPost | undefined;
  postedAt?: number;
  /** When the whole of it had left; not while it is to be sent again. */
  sentAt?: number | undefined;
  settled?: boolean;
}

/** The messages on their way, each in the line of its kind, in the order of their writing. */
export interface PostOrder<T extends OrderedPost> {
  /** Messages that wait or are posted. */
  size(): number;
  /** All of them; requests in the order of their writing. */
  all(): T[];
  add(entry: T): void;
  remove(entry: T): void;
  /** Takes a message that may be posted now from those that wait to those that are posted. */
  next(now: number): T | undefined;
  /** When `next` may have an answer although nothing was answered: `Infinity` if never. */
  due(): number;
  /** When every message has left, as far as a fence would believe it: posted so long ago, if not answered. */
  leftAt(): number;
}

type Lines<T extends InLine> = Readonly<Record<PostKind, Line<T>>>;

/** Creates an empty order. */
export function createPostOrder<T extends OrderedPost>(
  maxConcurrentPosts: number,
  fenceTimeoutMs: number,
): PostOrder<T> {
  const waiting = createLines<T>();
  const posted = createLines<T>();

  const all = (): T[] => [posted, waiting].flatMap(flatten);

  function isBehindFence(entry: T): boolean {
    // Fences are posted in their order, so one that was posted is before all that wait.
    const fence = posted.fence.first ?? waiting.fence.first;
    return fence !== undefined && fence.fences <= entry.fences;
  }

  /** Every earlier POST was answered. */
  function isClear(fence: T): boolean {
    const isEarlier = (entry = fence) => entry.fences < fence.fences;
    return sizeOf(posted) === 0 && !isEarlier(waiting.request.first) && !isEarlier(waiting.response.first);
  }

  function fenceDue(fence = waiting.fence.first): number {
    if (fence === undefined) return NEVER;
    const { writtenAt, names } = fence;
    const arrival = names === undefined || names.settled ? 0 : sentAtOf(names);
    return (
      [...posted.fence].reduce(
        (at, { postedAt = 0 }) => Math.max(at, postedAt),
        Math.max(writtenAt, arrival),
      ) + fenceTimeoutMs
    );
  }

  function responseDue(response = nextResponse()): number {
    return response === undefined ? NEVER : response.writtenAt + 2 * fenceTimeoutMs;
  }

  function nextResponse(): T | undefined {
    return posted.response.size < MAX_CONCURRENT_RESPONSES ? waiting.response.first : undefined;
  }

  function candidate(now: number): T | undefined {
    const request = posted.request.size < maxConcurrentPosts ? waiting.request.first : undefined;
    if (request !== undefined && !isBehindFence(request)) return request;
    const response = nextResponse();
    if (response !== undefined && (!isBehindFence(response) || now >= responseDue(response))) return response;
    const fence = waiting.fence.first;
    return fence !== undefined && (isClear(fence) || now >= fenceDue(fence)) ? fence : undefined;
  }

  return {
    size: () => sizeOf(waiting) + sizeOf(posted),
    all,
    add: (entry) => waiting[entry.kind].add(entry),
    remove(entry) {
      waiting[entry.kind].delete(entry);
      posted[entry.kind].delete(entry);
    },
    next(now) {
      const entry = candidate(now);
      if (entry !== undefined) {
        waiting[entry.kind].delete(entry);
        posted[entry.kind].add(entry);
        entry.postedAt = now;
      }
      return entry;
    },
    due: () => Math.min(responseDue(), fenceDue()),
    leftAt() {
      const isWaiting = sizeOf(waiting) > 0;
      // Not Math.max of them all: a long line is more than a call takes as arguments.
      const last = flatten(posted).reduce((at, entry) => Math.max(at, sentAtOf(entry)), 0);
      return isWaiting ? NEVER : last + fenceTimeoutMs;
    },
  };
}

function createLines<T extends InLine>(): Lines<T> {
  return { fence: new Line(), request: new Line(), response: new Line() };
}

function flatten<T extends InLine>({ fence, request, response }: Lines<T>): T[] {
  return [...fence, ...request, ...response];
}

function sizeOf({ fence, request, response }: Lines<InLine>): number {
  return fence.size + request.size + response.size;
}

function sentAtOf({ sentAt = NEVER }: OrderedPost): number {
  return sentAt;
}
