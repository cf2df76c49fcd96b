import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BusClock } from "../../src/bus/bus-clock.ts";

describe("BusClock", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("starts as the wall clock, and goes on with time", () => {
    const clock = new BusClock();
    expect(clock.now()).toBe(1_000_000);
    vi.advanceTimersByTime(250);
    expect(clock.now()).toBe(1_000_250);
  });

  test("does not go back with the wall clock, and does not stand still either", () => {
    const clock = new BusClock();
    clock.now();
    vi.setSystemTime(900_000);
    expect(clock.now()).toBe(1_000_000);
    vi.advanceTimersByTime(10);
    expect(clock.now()).toBe(1_000_010);
  });

  test("counts the time that the machine slept, which only the wall clock knows", () => {
    const clock = new BusClock();
    clock.now();
    vi.setSystemTime(1_060_000);
    expect(clock.now()).toBe(1_060_000);
  });
});
