import { createBackoff } from "@mcp-sse/bridge";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { stayConnected } from "../src/stay-connected.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe("staying connected", () => {
  test("K07: to a server that accepts and drops at once takes few attempts, ever fewer", async () => {
    const done = new AbortController();
    const attempts: number[] = [];
    const staying = stayConnected({
      open: async () => void attempts.push(performance.now()),
      use: async () => {},
      backoff: createBackoff(),
      signal: done.signal,
    });
    await vi.advanceTimersByTimeAsync(600_000);
    const [from = 0] = attempts;
    const inMinute = (minute: number) =>
      attempts.filter((at) => Math.floor((at - from) / 60_000) === minute).length;
    expect(inMinute(0)).toBeLessThanOrEqual(8);
    expect(inMinute(9)).toBeLessThanOrEqual(5);
    expect(inMinute(9)).toBeGreaterThanOrEqual(1);
    done.abort();
    await staying;
  });

  test("goes on after a failure to open and after a failed use, says why, and stops at once", async () => {
    const done = new AbortController();
    const failures = [new Error("no server"), new Error("dropped")];
    const down: unknown[] = [];
    let opened = 0;
    const staying = stayConnected({
      async open() {
        opened++;
        if (opened === 1) throw failures[0];
        return opened;
      },
      async use() {
        if (opened === 2) throw failures[1];
      },
      onDown: (why) => down.push(why),
      backoff: createBackoff({ firstMs: 1_000, random: () => 1 }),
      signal: done.signal,
    });
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.advanceTimersByTimeAsync(2_000);
    expect([opened, down]).toEqual([3, [...failures, "the session ended"]]);
    done.abort();
    await staying;
    expect(opened).toBe(3);
  });
});
