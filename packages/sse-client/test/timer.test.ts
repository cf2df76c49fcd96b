import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { after } from "../src/timer.ts";

describe("after", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("calls back once, in time", () => {
    const callback = vi.fn();
    after(100, callback);
    vi.advanceTimersByTime(99);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10_000);
    expect(callback).toHaveBeenCalledOnce();
  });

  test("is called off, any number of times, and leaves no timer", () => {
    const callback = vi.fn();
    const cancel = after(100, callback);
    cancel();
    cancel();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(1_000);
    expect(callback).not.toHaveBeenCalled();
  });

  test("sets no timer for Infinity", () => {
    const cancel = after(Number.POSITIVE_INFINITY, vi.fn());
    expect(vi.getTimerCount()).toBe(0);
    cancel();
  });

  test("does not fire at once for what is longer than a timer can be", () => {
    const callback = vi.fn();
    const cancel = after(1e12, callback);
    vi.advanceTimersByTime(1_000_000);
    expect(callback).not.toHaveBeenCalled();
    cancel();
  });
});
