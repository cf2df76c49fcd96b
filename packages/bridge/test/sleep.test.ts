import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sleep } from "../src/sleep.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("sleep waits as long as it is told to, and leaves no listener", async () => {
  const { signal } = new AbortController();
  let isOver = false;
  const slept = sleep(100, signal).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(99);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await slept;
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("sleep rejects with the signal's reason, before and while it waits, and leaves no timer", async () => {
  const reason = new Error("enough");
  const controller = new AbortController();
  const slept = sleep(100, controller.signal);
  controller.abort(reason);
  await expect(slept).rejects.toBe(reason);
  await expect(sleep(100, controller.signal)).rejects.toBe(reason);
  expect(vi.getTimerCount()).toBe(0);
});
