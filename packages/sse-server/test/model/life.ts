// One client's life: what was done to its session, and what of that must be true now.

import type { CloseCode, CloseReason } from "@mcp-sse/jsonrpc";
import { expect } from "vitest";
import type { SseSession } from "../../src/session.ts";
import { CLOSE_MS, LIMITS, SLACK_MS } from "./limits.ts";
import type { PostPeer, StreamPeer } from "./peers.ts";

/** What `accept` does with the session. */
export const MODES = [
  "leaves it to the test",
  "echoes",
  "throws at its first message",
  "closes it in its own callbacks",
  "writes and throws",
  "throws",
  "rejects",
  "hangs",
] as const;
export type Mode = (typeof MODES)[number];

/** A POST that waits for room in the queue. */
interface Waiting {
  readonly id: number;
  readonly peer: PostPeer;
  readonly since: number;
}

interface Write {
  readonly number: number;
  readonly since: number;
  state: "waiting" | "taken" | "rejected";
  error?: unknown;
}

export class Life {
  readonly mode: Mode;
  readonly peer: StreamPeer;
  readonly openedAt: number;
  session: SseSession | undefined;
  /** What `closed` settled with: once. */
  readonly reasons: CloseReason[] = [];
  /** Ends of which some command or deadline can be the cause. */
  readonly may = new Set<CloseCode>();
  /** Whether one of them must be here. */
  must = false;
  /** When the session was last seen in the map, and when it was first seen to have left it. */
  seenAt: number;
  leftAt: number | undefined;
  /** It read on when the session had left at a time that nobody knows: it may have been cut by then. */
  resumedLate = false;
  /** Whether the answer to the GET has started. */
  started = false;

  /** IDs that were answered 202, those that were read, and how many reads were asked for. */
  readonly accepted: number[] = [];
  readonly taken: number[] = [];
  reads = 0;
  readonly waiting: Waiting[] = [];
  readonly writes: Write[] = [];

  /** When the client stopped reading; one that vanished never reads again. */
  stalledAt: number | undefined;
  vanished = false;
  gone = false;

  /** Bounds of when the last message went or came. */
  earliest: number;
  latest: number;
  heard = false;

  constructor(mode: Mode, peer: StreamPeer, now: number) {
    this.mode = mode;
    this.peer = peer;
    this.openedAt = now;
    this.seenAt = now;
    this.earliest = now;
    this.latest = now;
  }

  get reading(): boolean {
    return this.stalledAt === undefined && !this.gone;
  }

  get live(): boolean {
    return this.session !== undefined && this.leftAt === undefined;
  }

  /** What was taken for sending, in order. */
  get sent(): number[] {
    return this.writes.filter(({ state }) => state !== "rejected").map(({ number }) => number);
  }

  get queued(): number {
    return this.accepted.length - Math.max(this.taken.length, this.reads);
  }

  /** A message went or came: of a client that reads for sure, of another perhaps. */
  touch(now: number): void {
    this.latest = now;
    if (this.reading) this.earliest = now;
  }

  /** Finds out which ends time has made possible, or certain. */
  age(now: number): void {
    if (!this.live) return;
    const due = (code: CloseCode, possible: number, certain: number): void => {
      if (possible >= 0) this.may.add(code);
      if (certain >= SLACK_MS) this.must = true;
    };
    const { acceptTimeoutMs, initializeTimeoutMs, idleTimeoutMs, maxSessionAgeMs, stallTimeoutMs } = LIMITS;
    const age = now - this.openedAt;
    if (!this.started) {
      due("accept-failed", age - acceptTimeoutMs, age - acceptTimeoutMs);
      return;
    }
    due("local", age - maxSessionAgeMs, age - maxSessionAgeMs);
    due("idle", now - this.earliest - idleTimeoutMs, now - this.latest - idleTimeoutMs);
    if (!this.heard) due("idle", age - initializeTimeoutMs, age - initializeTimeoutMs);
    if (this.stalledAt === undefined) return;
    // The reader may have taken something since the session last looked: a look is an eighth of the time.
    const blockedFor = now - (this.writes.find(({ state }) => state === "waiting")?.since ?? now);
    due("stalled", now - this.stalledAt - stallTimeoutMs, blockedFor - 1.25 * stallTimeoutMs);
  }

  /** Whether its stream must have ended by now, whoever reads. */
  isCut(now: number): boolean {
    return this.leftAt !== undefined && (this.gone || now - this.leftAt >= CLOSE_MS + SLACK_MS);
  }

  /** What is true of it whenever nothing is on its way. */
  check(): void {
    const { sent, peer, accepted, taken } = this;
    expect(peer.numbers, "in order, and nothing twice").toEqual(sent.slice(0, peer.numbers.length));
    expect(taken, "read as it was accepted").toEqual(accepted.slice(0, taken.length));
    expect(this.reasons.length).toBeLessThanOrEqual(1);
    expect(peer.ends, "ends at the client").toBeLessThanOrEqual(1);
    for (const { code } of this.reasons) expect([...this.may]).toContain(code);
    for (const { error } of this.writes.filter(({ state }) => state === "rejected")) {
      expect(error).toMatchObject({ code: "ERR_CONNECTION_CLOSED" });
      if (this.reasons[0] !== undefined) expect(error).toMatchObject({ reason: this.reasons[0] });
    }
    if (this.reasons.length > 0) expect(this.writes.filter(({ state }) => state === "waiting")).toEqual([]);
  }
}
