// What one session may cost: every number with its unit, its default and its reason.

import { wrong } from "./wrong-option.ts";

/** Bounds on what one session, its client and its application can make this process hold. */
export interface SessionLimits {
  /**
   * Largest body of a POST, in bytes.
   *
   * @defaultValue 4 MiB: what the official SDK's server takes.
   */
  readonly maxBodyBytes?: number | undefined;

  /**
   * How long the body of a POST may take to arrive, in ms.
   *
   * @defaultValue 30 000: 4 MiB over a slow mobile link; a peer that trickles is cut.
   */
  readonly bodyTimeoutMs?: number | undefined;

  /**
   * Messages that wait to be read; a POST waits while so many do.
   *
   * @defaultValue 100: as in the reference.
   */
  readonly maxQueuedMessages?: number | undefined;

  /**
   * How long a POST waits for room in the queue before it is answered 503, in ms.
   *
   * @defaultValue 10 000: under the request timeout of every client that is known.
   */
  readonly queueTimeoutMs?: number | undefined;

  /**
   * Backlog above which `write` waits, in encoded bytes not yet handed to the socket.
   *
   * @defaultValue 1 MiB, or `maxBacklogBytes` if that is less: keeps a fast link busy between two turns of the event
   *   loop.
   */
  readonly highWaterBytes?: number | undefined;

  /**
   * Backlog past which a session ends with `backlog`, in bytes; one message may overshoot it.
   *
   * @defaultValue 16 MiB: what one stalled reader may cost; the largest sane message fits.
   */
  readonly maxBacklogBytes?: number | undefined;

  /**
   * How long a reader may take nothing while bytes wait for it before its session ends with `stalled`, in ms.
   *
   * @defaultValue 30 000: longer than a radio takes to come back.
   */
  readonly stallTimeoutMs?: number | undefined;

  /**
   * Longest silence on the stream before a comment is written, in ms. Comments of many sessions are spread over
   * its last eighth, so that they never leave in one burst.
   *
   * @defaultValue 15 000: HTML §9.2.7 advises "every 15 seconds or so"; proxies cut at 30 to 60 s.
   */
  readonly keepAliveMs?: number | undefined;

  /**
   * How long a session may wait for its first message before it ends with `idle`, in ms.
   *
   * @defaultValue Infinity: no timer is set.
   */
  readonly initializeTimeoutMs?: number | undefined;

  /**
   * How long a session may go without a message in either direction before it ends with `idle`, in ms.
   *
   * @defaultValue Infinity: a client that only listens is a good client.
   */
  readonly idleTimeoutMs?: number | undefined;

  /**
   * Age at which a session ends with `local`, in ms.
   *
   * @defaultValue Infinity: no timer is set.
   */
  readonly maxSessionAgeMs?: number | undefined;
}

/** Every limit, complete. */
export type ResolvedSessionLimits = { readonly [Limit in keyof SessionLimits]-?: number };

const MIB = 1024 * 1024;

/** How long `close` lets what was written before leave, in ms: what the contract of `Connection` allows. */
export const CLOSE_TIMEOUT_MS = 5_000;

/** What the POSTs of one session that wait for room may hold, in bytes: as much as may wait for its client. One may always. */
export const MAX_WAITING_BYTES: number = 16 * MIB;

/** Small chunks are joined into one write up to this size: above, a byte costs more joined than written apart. */
export const MAX_JOINED_BYTES: number = 64 * 1024;

/**
 * How long the rest of a refused body is swallowed before the connection closes, in ms. Closing while the client still
 * sends resets the connection, and a reset may overtake the answer.
 */
export const LINGER_MS = 1_000;

/**
 * Larger chunks are not joined at all. At this size joining them and writing them apart cost the same; at 16 KiB joining
 * costs twice as much: `node benchmarks/dist/pieces.js`.
 */
export const MAX_JOINABLE_BYTES: number = 4 * 1024;

/**
 * Handed to the socket at once: one joined write (`MAX_JOINED_BYTES`), or one event that is larger. A reader that stalls holds
 * it beside its backlog.
 */
export const MAX_FLUSH_BYTES: number = 64 * 1024;

/**
 * Fills in the defaults. A limit is a positive number; `Infinity` opts out and sets no timer.
 *
 * @throws RangeError that names the option and the value.
 */
export function resolveLimits(limits: SessionLimits): ResolvedSessionLimits {
  const {
    maxBodyBytes = 4 * MIB,
    bodyTimeoutMs = 30_000,
    maxQueuedMessages = 100,
    queueTimeoutMs = 10_000,
    maxBacklogBytes = 16 * MIB,
    // A mark past the limit would end a session whose writer waits as it is told to.
    highWaterBytes = Math.min(MIB, maxBacklogBytes),
    stallTimeoutMs = 30_000,
    keepAliveMs = 15_000,
    initializeTimeoutMs = Infinity,
    idleTimeoutMs = Infinity,
    maxSessionAgeMs = Infinity,
  } = limits;
  const resolved: ResolvedSessionLimits = {
    maxBodyBytes,
    bodyTimeoutMs,
    maxQueuedMessages,
    queueTimeoutMs,
    maxBacklogBytes,
    highWaterBytes,
    stallTimeoutMs,
    keepAliveMs,
    initializeTimeoutMs,
    idleTimeoutMs,
    maxSessionAgeMs,
  };
  for (const [name, value] of Object.entries(resolved)) checkLimit(name, value);
  // A queue of less than one message could never be put into.
  if (maxQueuedMessages < 1) throw wrong("maxQueuedMessages", maxQueuedMessages, "at least 1");
  return resolved;
}

/**
 * Checks one limit.
 *
 * @throws RangeError unless it is a positive number that a timer can hold, or `Infinity`.
 */
export function checkLimit(name: string, value: unknown): asserts value is number {
  // Not `value <= 0`, which NaN would pass.
  if (typeof value !== "number" || !(value > 0)) throw wrong(name, value, "a number greater than 0");
  if (name.endsWith("Ms") && value > MAX_TIMER_MS && value !== Infinity) {
    throw wrong(name, value, `at most ${MAX_TIMER_MS}, or Infinity`);
  }
}

/**
 * Checks how long an end may take.
 *
 * @throws RangeError unless it is 0, a positive number that a timer can hold, or `Infinity`.
 */
export function checkGrace(graceMs: unknown): asserts graceMs is number {
  if (graceMs !== 0) checkLimit("graceMs", graceMs);
}

/** Timers hold a signed 32-bit number of ms; beyond it they fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
