import { createWatchedSignal, verifies } from "@mcp-sse/testkit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PendingDeliveries } from "../../src/bus/pending.ts";

const add = (pending: PendingDeliveries, id: string, text = "", signal?: AbortSignal) => {
  const settled = vi.fn();
  const entry = pending.add({ owner: "a", id, text, deadline: 0 }, 1_000, signal, settled);
  return { entry, settled };
};

describe("PendingDeliveries", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("settles each once, and keeps neither timer nor listener", () => {
    const pending = new PendingDeliveries();
    const watched = createWatchedSignal();
    const { entry, settled } = add(pending, "1", "text", watched.signal);
    expect([pending.size, pending.get("1")]).toEqual([1, entry]);
    entry.settle({ status: "accepted" });
    entry.settle({ status: "timeout" });
    expect(settled.mock.calls).toEqual([[{ status: "accepted" }, entry]]);
    expect([pending.size, vi.getTimerCount(), watched.listeners]).toEqual([0, 0, 0]);
  });

  test("settles as timeout a turn after the deadline, and at once when it is given up", () => {
    const pending = new PendingDeliveries();
    const controller = new AbortController();
    const { settled } = add(pending, "1");
    const { settled: givenUp } = add(pending, "2", "", controller.signal);
    controller.abort();
    expect(givenUp.mock.calls[0]?.[0]).toEqual({ status: "timeout" });
    vi.advanceTimersByTime(999);
    expect(settled).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5);
    expect(settled.mock.calls[0]?.[0]).toEqual({ status: "timeout" });
  });

  verifies(
    "bus.deliver.bounded",
    "has room for 10 000, and for 16 Mi code units to one owner, or one text",
    () => {
      const pending = new PendingDeliveries();
      expect(pending.isFull("a", 100 * 1024 * 1024)).toBe(false);
      const { entry } = add(pending, "large", "x".repeat(16 * 1024 * 1024));
      expect([pending.isFull("a", 1), pending.isFull("b", 1)]).toEqual([true, false]);
      entry.settle({ status: "accepted" });
      expect(pending.isFull("a", 1)).toBe(false);
      for (let id = 0; id < 10_000; id++) add(pending, String(id));
      expect(pending.isFull("b", 0)).toBe(true);
    },
  );

  test("lists those of an owner, or all, in their order", () => {
    const pending = new PendingDeliveries();
    const first = add(pending, "1").entry;
    const other = pending.add({ owner: "b", id: "2", text: "", deadline: 0 }, 1_000, undefined, vi.fn());
    const last = add(pending, "3").entry;
    expect(pending.of("a")).toEqual([first, last]);
    expect(pending.of()).toEqual([first, other, last]);
  });
});
