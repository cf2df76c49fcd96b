import { afterEach, describe, expect, test, vi } from "vitest";
import { waitForClaim } from "../src/claim.ts";
import { deferred } from "./support.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("waitForClaim", () => {
  test("is settled by who takes messages, before the end and after it", async () => {
    vi.useFakeTimers();
    const ended = deferred<void>();
    const first = waitForClaim(ended.promise);
    first.wake();
    first.wake();
    await expect(first.claimed).resolves.toBe(true);
    const second = waitForClaim(ended.promise);
    ended.resolve();
    await vi.advanceTimersByTimeAsync(999);
    second.wake();
    await expect(second.claimed).resolves.toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each(["resolves", "rejects"])(
    "gives up a second after an end that %s, and not before",
    async (how) => {
      vi.useFakeTimers();
      const ended = deferred<void>();
      const settled = vi.fn();
      void waitForClaim(ended.promise).claimed.then(settled);
      await vi.advanceTimersByTimeAsync(60_000);
      if (how === "resolves") ended.resolve();
      else ended.reject(new Error("broken"));
      await vi.advanceTimersByTimeAsync(999);
      expect(settled).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(settled).toHaveBeenCalledWith(false);
    },
  );

  test("leaves no timer behind when it was woken before the end", async () => {
    vi.useFakeTimers();
    const ended = deferred<void>();
    waitForClaim(ended.promise).wake();
    ended.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
