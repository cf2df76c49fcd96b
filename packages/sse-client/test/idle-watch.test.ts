import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type IdleWatch, watchIdle } from "../src/idle-watch.ts";

describe("watchIdle", () => {
  const onIdle = vi.fn();
  let watch: IdleWatch;

  beforeEach(() => {
    vi.useFakeTimers();
    onIdle.mockReset();
    watch = watchIdle(1_000, onIdle);
  });
  afterEach(() => {
    watch.pause();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  test("calls back once after silence", () => {
    vi.advanceTimersByTime(999);
    expect(onIdle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(onIdle).toHaveBeenCalledOnce();
  });

  test("counts from what was heard last, with one timer", () => {
    for (let count = 0; count < 20; count++) {
      vi.advanceTimersByTime(700);
      watch.heard();
      expect(vi.getTimerCount()).toBe(1);
    }
    expect(onIdle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(999);
    expect(onIdle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2);
    expect(onIdle).toHaveBeenCalledOnce();
  });

  test("does not count while it is paused, and from the start afterwards", () => {
    vi.advanceTimersByTime(900);
    watch.pause();
    vi.advanceTimersByTime(60_000);
    expect(onIdle).not.toHaveBeenCalled();
    watch.resume();
    vi.advanceTimersByTime(999);
    expect(onIdle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2);
    expect(onIdle).toHaveBeenCalledOnce();
  });

  test("hears first what came while this process was busy", () => {
    // The timer runs late, in one go with all that was due meanwhile; what came is heard only after it.
    setTimeout(() => watch.heard(), 1_000);
    vi.advanceTimersByTime(1_000);
    expect(onIdle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(999);
    expect(onIdle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2);
    expect(onIdle).toHaveBeenCalledOnce();
  });

  test("sets no timer for Infinity", () => {
    watch.pause();
    const never = watchIdle(Number.POSITIVE_INFINITY, onIdle);
    never.heard();
    expect(vi.getTimerCount()).toBe(0);
    never.pause();
    never.resume();
    expect(vi.getTimerCount()).toBe(0);
  });
});
