import { describe, expect, onTestFinished, test, vi } from "vitest";
import { TimerWheel, type WheelTask } from "../src/timer-wheel.ts";

function withClock(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

/** A task that runs every `periodMs`, and notes when. */
function every(wheel: TimerWheel, periodMs: number): WheelTask & { readonly ranAt: number[] } {
  const ranAt: number[] = [];
  return {
    ranAt,
    run(now) {
      ranAt.push(wheel.now());
      return now + periodMs;
    },
  };
}

describe("TimerWheel", () => {
  test.each([1, 99, 100, 101, 1_234, 6_399, 6_400, 20_000, 100_000])(
    "runs a task that is due in %i ms then, late by at most one slot",
    (delay) => {
      withClock();
      const wheel = new TimerWheel(6_400);
      expect(wheel.slotMs).toBe(100);
      const task = every(wheel, Infinity);
      const due = wheel.now() + delay;
      wheel.set(task, due);
      vi.advanceTimersByTime(delay - 1);
      expect(task.ranAt).toEqual([]);
      vi.advanceTimersByTime(102);
      expect(task.ranAt).toHaveLength(1);
      expect(task.ranAt[0]).toBeGreaterThanOrEqual(due);
      wheel.delete(task);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  test("runs a task again when it says, for as long as it is there", () => {
    withClock();
    const wheel = new TimerWheel(1_000);
    const task = every(wheel, 1_000);
    wheel.set(task, wheel.now() + 1_000);
    vi.advanceTimersByTime(10_500);
    expect(task.ranAt.length).toBeGreaterThanOrEqual(9);
    expect(task.ranAt.length).toBeLessThanOrEqual(10);
    wheel.delete(task);
    vi.advanceTimersByTime(10_000);
    expect(task.ranAt.length).toBeLessThanOrEqual(10);
  });

  test("holds one timer for 10 000 tasks, and none without tasks", () => {
    withClock();
    const wheel = new TimerWheel(15_000);
    const tasks = Array.from({ length: 10_000 }, () => every(wheel, 60_000));
    for (const [at, task] of tasks.entries()) wheel.set(task, wheel.now() + 1 + (at * 15_000) / tasks.length);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(15_300);
    expect(tasks.every(({ ranAt }) => ranAt.length === 1)).toBe(true);
    expect(new Set(tasks.map(({ ranAt }) => ranAt[0])).size).toBeGreaterThanOrEqual(60);
    expect(vi.getTimerCount()).toBe(1);
    for (const task of tasks) wheel.delete(task);
    expect([vi.getTimerCount(), wheel.size]).toEqual([0, 0]);
  });

  test("lets others have their turn of the event loop when thousands are due at once", () => {
    withClock();
    const wheel = new TimerWheel(6_400);
    const tasks = Array.from({ length: 2_000 }, () => every(wheel, 60_000));
    const due = wheel.now() + 50;
    for (const task of tasks) wheel.set(task, due);
    const done: number[] = [];
    while (done.at(-1) !== tasks.length && done.length < 20) {
      vi.advanceTimersToNextTimer();
      done.push(tasks.filter(({ ranAt }) => ranAt.length === 1).length);
    }
    expect(done).toHaveLength(8);
    expect(done[0]).toBeLessThanOrEqual(256);
    // All within the slot that they may be late, and none of them twice.
    expect(tasks.every(({ ranAt: [at = 0] }) => at >= due && at <= due + 2 * wheel.slotMs)).toBe(true);
    expect(vi.getTimerCount()).toBe(1);
  });

  test("bears a task that is set and another that is removed between the turns of a full slot", () => {
    withClock();
    const wheel = new TimerWheel(6_400);
    const tasks = Array.from({ length: 300 }, () => every(wheel, 60_000));
    const due = wheel.now() + 50;
    for (const task of tasks) wheel.set(task, due);
    vi.advanceTimersToNextTimer();
    const removed = tasks.findLast(({ ranAt }) => ranAt.length === 0);
    const late = every(wheel, 60_000);
    if (removed !== undefined) wheel.delete(removed);
    wheel.set(late, due - 40);
    vi.advanceTimersByTime(100);
    expect(late.ranAt).toHaveLength(1);
    expect(tasks.filter(({ ranAt }) => ranAt.length === 1)).toHaveLength(299);
    expect(wheel.size).toBe(300);
  });

  test("sets no timer for what is never due", () => {
    withClock();
    const wheel = new TimerWheel(Infinity);
    const task = every(wheel, Infinity);
    wheel.set(task, Infinity);
    expect([vi.getTimerCount(), wheel.size]).toEqual([0, 1]);
    wheel.set(task, wheel.now() + 10);
    expect(vi.getTimerCount()).toBe(1);
    wheel.set(task, Infinity);
    wheel.delete(task);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("runs at once what was due before its clock began", () => {
    withClock();
    const wheel = new TimerWheel(640);
    const task = every(wheel, Infinity);
    wheel.set(task, -1);
    vi.advanceTimersByTime(11);
    expect(task.ranAt).toHaveLength(1);
  });

  test("sets no timer of a negative delay, of which Node 24 warns, however late it is", () => {
    withClock();
    const wheel = new TimerWheel(6_400);
    vi.advanceTimersByTime(10_000);
    const delays = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => delays.mockRestore());
    const task = every(wheel, Infinity);
    wheel.set(task, wheel.now() - 5_000);
    expect(delays.mock.calls.map(([, delay]) => delay)).toEqual([0]);
    vi.advanceTimersByTime(1);
    expect(task.ranAt).toHaveLength(1);
    wheel.delete(task);
  });

  test("moves a task, earlier and later", () => {
    withClock();
    const wheel = new TimerWheel(64);
    const task = every(wheel, Infinity);
    const start = wheel.now();
    wheel.set(task, start + 1_000);
    wheel.set(task, start + 50);
    wheel.set(task, start + 500);
    vi.advanceTimersByTime(400);
    expect(task.ranAt).toEqual([]);
    vi.advanceTimersByTime(102);
    expect(task.ranAt).toHaveLength(1);
  });

  test("bears tasks that remove themselves, each other, or want to run at once again", () => {
    withClock();
    const wheel = new TimerWheel(64);
    const ran: string[] = [];
    const hasty: WheelTask = { run: (now) => (ran.push("hasty") > 100 ? Infinity : now) };
    const victim: WheelTask = { run: () => ran.push("victim") };
    const killer: WheelTask = {
      run() {
        wheel.delete(victim);
        wheel.delete(killer);
        return 0;
      },
    };
    const due = wheel.now() + 10;
    for (const task of [killer, victim, hasty]) wheel.set(task, due);
    vi.advanceTimersByTime(50);
    expect(ran).not.toContain("victim");
    expect(ran.length).toBeLessThan(60);
    expect(wheel.size).toBe(1);
  });

  test("catches up after a stall that was longer than a whole turn", () => {
    withClock();
    const wheel = new TimerWheel(640);
    const tasks = Array.from({ length: 64 }, () => every(wheel, 60_000));
    const start = wheel.now();
    for (const [at, task] of tasks.entries()) wheel.set(task, start + at * 10 + 1);
    const timer = vi.getTimerCount();
    // The clock jumps while the one timer waits: what a blocked event loop looks like.
    vi.spyOn(performance, "now").mockReturnValue(start + 5_000);
    onTestFinished(() => void vi.restoreAllMocks());
    vi.advanceTimersByTime(20);
    expect(timer).toBe(1);
    expect(tasks.filter(({ ranAt }) => ranAt.length === 1)).toHaveLength(64);
  });
});
