import { describe, expect, test, vi } from "vitest";
import { PendingIds } from "../src/pending.ts";

describe("ids in flight", () => {
  test("tell 1 from '1', and know 0 and the empty string", () => {
    const ids = new PendingIds(10);
    for (const id of [1, "1", 0, ""]) expect(ids.add(id)).toBe(true);
    ids.settle(1);
    expect([ids.has(1), ids.has("1"), ids.has(0), ids.has("")]).toEqual([false, true, true, true]);
    expect(ids.size).toBe(3);
  });

  test("are as many as the limit, and as long together as memory allows", () => {
    const ids = new PendingIds(2);
    expect([ids.add(1), ids.add(2), ids.add(3)]).toEqual([true, true, false]);
    ids.settle(1);
    expect(ids.add(3)).toBe(true);
    const long = new PendingIds(1_000);
    expect(long.add("x".repeat(1024 * 1024))).toBe(true);
    expect(long.add("y")).toBe(false);
    long.settle("x".repeat(1024 * 1024));
    expect(long.add("y")).toBe(true);
  });

  test("that are used twice are answered twice", () => {
    const ids = new PendingIds(10);
    ids.add(1);
    ids.add(1);
    ids.settle(1);
    expect(ids.has(1)).toBe(true);
    ids.add(1);
    expect(ids.takeAll()).toEqual([1, 1]);
  });

  test("that were taken out have had their answer: the next one is dropped, once", () => {
    const ids = new PendingIds(10);
    ids.add(1);
    ids.add(2);
    expect(ids.takeAll()).toEqual([1, 2]);
    expect(ids.settle(1)).toBe(false);
    expect(ids.settle(1)).toBe(true);
    ids.add(2);
    expect(ids.settle(2)).toBe(true);
  });

  test("are told when the last is gone", () => {
    const onEmpty = vi.fn();
    const ids = new PendingIds(10, onEmpty);
    ids.add(1);
    ids.add(2);
    ids.settle(1);
    ids.settle(7);
    expect(onEmpty).not.toHaveBeenCalled();
    ids.settle(2);
    expect(onEmpty).toHaveBeenCalledTimes(1);
    ids.takeAll();
    expect(onEmpty).toHaveBeenCalledTimes(1);
    ids.add(1);
    ids.takeAll();
    expect(onEmpty).toHaveBeenCalledTimes(2);
  });
});
