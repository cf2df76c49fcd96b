// Everything about a session that happens because time passes: its comment after silence, and its deadlines.
//
// One task of the handler's wheel. Messages only note when they happened; the task looks at the notes when it is
// due, so that traffic costs no timer.

import type { CloseCode } from "@mcp-sse/jsonrpc";
import { SseServerError } from "./errors.ts";
import type { ResolvedSessionLimits } from "./limits.ts";
import { slotMsOf, TimerWheel, type WheelTask } from "./timer-wheel.ts";

/** What time does to a session. */
export interface Timed {
  /** Writes a comment, if nothing else is on its way. */
  keepAlive(): void;
  /** A count of bytes on their way, where that is known: it moves while the reader takes some. */
  pendingBytes(): number | undefined;
  expire(code: CloseCode, cause: SseServerError): void;
}

/** A stalled reader is looked at so many times in its timeout, to see whether bytes moved. */
const STALL_LOOKS = 8;

/** Creates the wheel for sessions of these limits: fine enough for the shortest of them. */
export function createSessionWheel(limits: ResolvedSessionLimits): TimerWheel {
  return new TimerWheel(shortestOf(limits));
}

/** How fine that wheel is, in ms of a slot: sessions of one fineness may share one. */
export function finenessOf(limits: ResolvedSessionLimits): number {
  return slotMsOf(shortestOf(limits));
}

function shortestOf(limits: ResolvedSessionLimits): number {
  const { keepAliveMs, stallTimeoutMs, initializeTimeoutMs, idleTimeoutMs, maxSessionAgeMs } = limits;
  return Math.min(keepAliveMs, stallTimeoutMs, initializeTimeoutMs, idleTimeoutMs, maxSessionAgeMs);
}

/** Watches one session. */
export class SessionClock implements WheelTask {
  dueAt: number | undefined = undefined;
  readonly #wheel: TimerWheel;
  readonly #limits: ResolvedSessionLimits;
  readonly #session: Timed;
  #openedAt = 0;
  #sentAt = 0;
  #messageAt = 0;
  #silent = true;
  #blockedAt: number | undefined;
  #pendingBytes: number | undefined;

  constructor(wheel: TimerWheel, limits: ResolvedSessionLimits, session: Timed) {
    this.#wheel = wheel;
    this.#limits = limits;
    this.#session = session;
  }

  /** The stream has started: time counts from here. */
  start(): void {
    const now = this.#wheel.now();
    this.#openedAt = now;
    this.#sentAt = now;
    this.#messageAt = now;
    this.#wheel.set(this, this.#next(now));
  }

  /** The session has ended: nothing more is due. */
  stop(): void {
    this.#wheel.delete(this);
  }

  /** Messages were handed to the socket. */
  sent(): void {
    this.#sentAt = this.#wheel.now();
    this.#messageAt = this.#sentAt;
  }

  /** A message came. */
  received(): void {
    this.#silent = false;
    this.#messageAt = this.#wheel.now();
  }

  /** The socket takes nothing more for now. */
  blocked(): void {
    this.#blockedAt = this.#wheel.now();
    this.#pendingBytes = this.#session.pendingBytes();
    if (this.#limits.stallTimeoutMs !== Infinity) this.#wheel.set(this, this.#next(this.#blockedAt));
  }

  /** The socket takes bytes again. */
  drained(): void {
    this.#blockedAt = undefined;
  }

  run(now: number): number {
    const { maxSessionAgeMs, initializeTimeoutMs, idleTimeoutMs, stallTimeoutMs } = this.#limits;
    this.#lookForProgress(now);
    if (this.#blockedAt !== undefined && now - this.#blockedAt >= stallTimeoutMs) {
      return this.#expire(
        "stalled",
        "ERR_SSE_STALLED",
        `nothing drained for ${stallTimeoutMs} ms (stallTimeoutMs)`,
      );
    }
    if (now - this.#openedAt >= maxSessionAgeMs) {
      return this.#expire(
        "local",
        "ERR_SSE_SESSION_AGE",
        `older than ${maxSessionAgeMs} ms (maxSessionAgeMs)`,
      );
    }
    if (this.#silent && now - this.#openedAt >= initializeTimeoutMs) {
      const limit = `no first message for ${initializeTimeoutMs} ms (initializeTimeoutMs)`;
      return this.#expire("idle", "ERR_SSE_IDLE", limit);
    }
    if (now - this.#messageAt >= idleTimeoutMs) {
      return this.#expire("idle", "ERR_SSE_IDLE", `no message for ${idleTimeoutMs} ms (idleTimeoutMs)`);
    }
    if (now >= this.#keepAliveAt(0)) {
      this.#session.keepAlive();
      this.#sentAt = now;
    }
    return this.#next(now);
  }

  #next(now: number): number {
    const { maxSessionAgeMs, initializeTimeoutMs, idleTimeoutMs, stallTimeoutMs } = this.#limits;
    const look = now + stallTimeoutMs / STALL_LOOKS;
    return Math.min(
      // Spread, so that sessions which fell silent together are not heard together.
      this.#keepAliveAt(Math.random()),
      this.#openedAt + maxSessionAgeMs,
      this.#silent ? this.#openedAt + initializeTimeoutMs : Infinity,
      this.#messageAt + idleTimeoutMs,
      this.#blockedAt === undefined ? Infinity : Math.min(look, this.#blockedAt + stallTimeoutMs),
    );
  }

  // Within the last eighth of the period, and a slot of the wheel before its end: tasks run late, never early.
  #keepAliveAt(spread: number): number {
    const { keepAliveMs } = this.#limits;
    if (keepAliveMs === Infinity) return Infinity;
    return this.#sentAt + keepAliveMs * (0.875 + 0.125 * spread) - this.#wheel.slotMs;
  }

  #lookForProgress(now: number): void {
    if (this.#blockedAt === undefined) return;
    const pending = this.#session.pendingBytes();
    if (pending !== undefined && pending !== this.#pendingBytes) this.#blockedAt = now;
    this.#pendingBytes = pending;
  }

  #expire(code: CloseCode, error: SseServerError["code"], limit: string): number {
    this.#session.expire(code, new SseServerError(error, limit));
    return Infinity;
  }
}
