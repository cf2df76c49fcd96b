import { verifies } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createSessionWheel, SessionClock } from "../src/keep-alive.ts";
import { resolveLimits, type SessionLimits } from "../src/limits.ts";
import type { TimerWheel } from "../src/timer-wheel.ts";

const quiet: SessionLimits = { keepAliveMs: Infinity, stallTimeoutMs: Infinity };

interface Watched {
  readonly clock: SessionClock;
  readonly wheel: TimerWheel;
  readonly comments: number[];
  readonly ends: string[];
  pending: number | undefined;
}

function watch(limits: SessionLimits): Watched {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const resolved = resolveLimits({ ...quiet, ...limits });
  const wheel = createSessionWheel(resolved);
  const start = wheel.now();
  const watched: Watched = { wheel, comments: [], ends: [], pending: undefined, clock: undefined as never };
  const clock: SessionClock = new SessionClock(wheel, resolved, {
    keepAlive: () => watched.comments.push(wheel.now() - start),
    pendingBytes: () => watched.pending,
    expire(code, cause) {
      watched.ends.push(`${code} ${cause.code}`);
      clock.stop();
    },
  });
  return Object.assign(watched, { clock });
}

describe("SessionClock", () => {
  verifies(
    "session.keep-alive",
    "has a comment written after keepAliveMs of silence, and leaves no timer",
    () => {
      const { clock, comments } = watch({ keepAliveMs: 15_000 });
      clock.start();
      expect(vi.getTimerCount()).toBe(1);
      vi.advanceTimersByTime(12_000);
      expect(comments).toEqual([]);
      vi.advanceTimersByTime(138_000);
      expect(comments.length).toBeGreaterThanOrEqual(10);
      expect(comments.length).toBeLessThanOrEqual(12);
      let last = 0;
      for (const at of comments) {
        expect(at - last).toBeGreaterThan(12_500);
        expect(at - last).toBeLessThanOrEqual(15_000);
        last = at;
      }
      clock.stop();
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  test("counts silence from the last message", () => {
    const { clock, comments } = watch({ keepAliveMs: 1_000 });
    clock.start();
    for (let at = 0; at < 20; at++) {
      vi.advanceTimersByTime(800);
      clock.sent();
    }
    expect(comments).toEqual([]);
    vi.advanceTimersByTime(1_001);
    expect(comments).toHaveLength(1);
    clock.stop();
  });

  test("spreads the comments of sessions that fell silent together", () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const limits = resolveLimits({});
    const wheel = createSessionWheel(limits);
    const at = new Map<number, number>();
    const clocks = Array.from({ length: 1_000 }, () => {
      const clock = new SessionClock(wheel, limits, {
        keepAlive: () => at.set(wheel.now(), (at.get(wheel.now()) ?? 0) + 1),
        pendingBytes: () => undefined,
        expire: () => undefined,
      });
      clock.start();
      return clock;
    });
    vi.advanceTimersByTime(15_000);
    expect([...at.values()].reduce((sum, count) => sum + count, 0)).toBe(1_000);
    expect(Math.max(...at.values())).toBeLessThan(250);
    for (const clock of clocks) clock.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  verifies("session.times", "ends a session by each of its times, and sets no timer for Infinity", () => {
    const unlimited = watch({});
    unlimited.clock.start();
    expect(vi.getTimerCount()).toBe(0);
    unlimited.clock.stop();

    const cases: [SessionLimits, string][] = [
      [{ initializeTimeoutMs: 500 }, "idle ERR_SSE_IDLE"],
      [{ idleTimeoutMs: 500 }, "idle ERR_SSE_IDLE"],
      [{ maxSessionAgeMs: 500 }, "local ERR_SSE_SESSION_AGE"],
    ];
    for (const [limits, end] of cases) {
      const { clock, ends } = watch(limits);
      clock.start();
      vi.advanceTimersByTime(499);
      expect(ends).toEqual([]);
      vi.advanceTimersByTime(20);
      expect(ends).toEqual([end]);
      expect(vi.getTimerCount()).toBe(0);
    }
  });

  test("waits for the first message only until it came", () => {
    const { clock, ends } = watch({ initializeTimeoutMs: 500 });
    clock.start();
    vi.advanceTimersByTime(400);
    clock.received();
    vi.advanceTimersByTime(10_000);
    expect(ends).toEqual([]);
    clock.stop();
  });

  test("counts messages of both directions against silence, and comments not", () => {
    const { clock, ends, comments } = watch({ idleTimeoutMs: 1_000, keepAliveMs: 100 });
    clock.start();
    for (const happened of ["received", "sent", "received", "sent"] as const) {
      vi.advanceTimersByTime(900);
      clock[happened]();
    }
    expect(ends).toEqual([]);
    vi.advanceTimersByTime(1_020);
    expect(ends).toHaveLength(1);
    expect(comments.length).toBeGreaterThan(20);
  });

  verifies("session.stalled", "S10 ends a session when nothing drained for stallTimeoutMs", () => {
    const { clock, ends } = watch({ stallTimeoutMs: 1_000 });
    clock.start();
    vi.advanceTimersByTime(5_000);
    clock.blocked();
    vi.advanceTimersByTime(990);
    expect(ends).toEqual([]);
    vi.advanceTimersByTime(50);
    expect(ends).toEqual(["stalled ERR_SSE_STALLED"]);
  });

  test("forgets the stall when the socket drains", () => {
    const { clock, ends } = watch({ stallTimeoutMs: 1_000 });
    clock.start();
    for (let round = 0; round < 10; round++) {
      clock.blocked();
      vi.advanceTimersByTime(900);
      clock.drained();
      vi.advanceTimersByTime(900);
    }
    expect(ends).toEqual([]);
    clock.stop();
  });

  test("takes a reader for slow, not stalled, while the socket's bytes move", () => {
    const watched = watch({ stallTimeoutMs: 1_000 });
    watched.clock.start();
    watched.pending = 1_000_000;
    watched.clock.blocked();
    for (let second = 0; second < 20; second++) {
      watched.pending -= 1_000;
      vi.advanceTimersByTime(1_000);
    }
    expect(watched.ends).toEqual([]);
    vi.advanceTimersByTime(1_200);
    expect(watched.ends).toHaveLength(1);
  });
});
