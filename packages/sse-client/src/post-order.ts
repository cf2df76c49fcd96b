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
  /** Its place in the order of writing. */
  readonly place: number;
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
  /** All of them; requests in the order of their writing. */
  all(): T[];
  add(entry: T): void;
  remove(entry: T): void;
  /** Takes a message that may be posted now from those that wait to those that are posted. */
  next(now: number): T | undefined;
  /** When `next` may have an answer although nothing was answered: `Infinity` if never. */
  due(): number;
  /** When every message has left, as far as a fence would believe it: posted so long ago, if not answered. Of none: long ago. */
  leftAt(): number;
}

/** Creates an empty order. */
export function createPostOrder<T extends OrderedPost>(
  maxConcurrentPosts: number,
  fenceTimeoutMs: number,
): PostOrder<T> {
  const request = new Line<T>();
  const response = new Line<T>();
  const fence = new Line<T>();
  const byKind: Readonly<Record<PostKind, Line<T>>> = { request, response, fence };
  request.room = maxConcurrentPosts;
  response.room = MAX_CONCURRENT_RESPONSES;
  // In the order in which they are asked for something to post.
  const lines = [request, response, fence];
  const all = (): T[] => lines.flatMap((line) => [...line]);

  /** Whether all that it must not pass was answered: what was written before a fence, and the fence before the rest. */
  function isFree({ kind, place }: T): boolean {
    return (kind === "fence" ? lines : [fence]).every(({ first }) => !(first && first.place < place));
  }

  /** When it is posted all the same. */
  function dueOf(entry: T | undefined): number {
    if (!entry || entry.kind === "request") return NEVER;
    const { kind, writtenAt, names, before } = entry;
    if (kind === "response") return writtenAt + 2 * fenceTimeoutMs;
    const arrival = names && !names.settled ? (names.sentAt ?? NEVER) : 0;
    // Fences are posted in their order: the one before it was the last.
    const fenced = (before as T | undefined)?.postedAt ?? 0;
    return Math.max(writtenAt, arrival, fenced) + fenceTimeoutMs;
  }

  const candidateOf = ({ next, room }: Line<T>): T | undefined => (room > 0 ? next : undefined);

  return {
    all,
    add: (entry) => byKind[entry.kind].add(entry),
    remove(entry) {
      const line = byKind[entry.kind];
      line.delete(entry);
      if (entry.postedAt !== undefined) line.room++;
    },
    next(now) {
      for (const line of lines) {
        const entry = candidateOf(line);
        if (entry && (isFree(entry) || now >= dueOf(entry))) {
          line.next = entry.after as T | undefined;
          line.room--;
          entry.postedAt = now;
          return entry;
        }
      }
      return undefined;
    },
    due: () => lines.reduce((at, line) => Math.min(at, dueOf(candidateOf(line))), NEVER),
    leftAt() {
      if (lines.some(({ next }) => next)) return NEVER;
      // Not Math.max of them all: a long line is more than a call takes as arguments.
      return all().reduce((at, { sentAt = NEVER }) => Math.max(at, sentAt), -NEVER) + fenceTimeoutMs;
    },
  };
}
