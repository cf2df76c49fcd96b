import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settledWithin } from "../../src/bus/settled-within.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test.each([
  ["resolves", (): Promise<unknown> => Promise.resolve()],
  ["rejects", (): Promise<unknown> => Promise.reject(new Error("no"))],
])("settledWithin ends with a promise that %s, and keeps no timer", async (_how, made) => {
  await settledWithin(made(), 1_000);
  await settledWithin(made(), Infinity);
});

test("settledWithin waits for nothing longer than it was told", async () => {
  const done = vi.fn();
  void settledWithin(new Promise(() => undefined), 1_000).then(done);
  await vi.advanceTimersByTimeAsync(999);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalled();
});
