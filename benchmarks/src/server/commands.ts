// What the measuring process asks of a server under test, and what it is told.

import type { LongestTurn } from "./turns.ts";

/** Questions, by name: what is given and what is answered. */
export interface Commands {
  /** CPU time of the whole process so far, user and system, garbage collection included, in µs. */
  cpu: { given: undefined; answer: number };
  /** Sessions that the server holds. */
  count: { given: undefined; answer: number };
  /** Memory in bytes, after garbage was collected. */
  memory: { given: undefined; answer: MemorySample };
  /** Writes messages to every session, and answers when they are written. */
  push: { given: PushWork; answer: undefined };
  /** Resident memory now, in bytes. */
  rss: { given: undefined; answer: number };
  /** The longest turn of the event loop since the last question. */
  longestTurn: { given: undefined; answer: LongestTurn };
  /** How sessions ended so far, where the server tells. */
  ends: { given: undefined; answer: Record<string, number> };
  /** Every session is fed by a loop of its own that awaits each write. Answers at once. */
  feed: { given: FeedWork; answer: undefined };
}

export interface MemorySample {
  readonly rss: number;
  /** V8's heap in use, without what is outside of it. */
  readonly heap: number;
}

export interface PushWork {
  /** For each session. */
  readonly messages: number;
  /** So many are written to each session in one turn of the event loop. */
  readonly perTurn: number;
  readonly bytes: number;
}

/** Each message says when it was written. */
export interface FeedWork {
  /** For each session. */
  readonly messages: number;
  readonly bytes: number;
}

export type Question = {
  [Name in keyof Commands]: { ask: Name; id: number; given: Commands[Name]["given"] };
}[keyof Commands];

/** What a server says first. */
export interface Ready {
  readonly port: number;
}

export interface Reply {
  readonly id: number;
  readonly answer: unknown;
}
