import { describe, expect, test } from "vitest";
import { activeHandles, holds, inTime } from "../../../src/node/sweep/waiting.ts";

describe("holds", () => {
  test("tells whether a condition comes to hold in time", async () => {
    let looks = 0;
    expect(await holds(() => ++looks > 2, 5_000)).toBe(true);
    expect(await holds(() => false, 20)).toBe(false);
    expect(await holds(() => true, -1)).toBe(true);
  });
});

describe("inTime", () => {
  test("tells whether a promise settles in time, either way", async () => {
    expect(await inTime(Promise.resolve(), 5_000)).toBe(true);
    expect(await inTime(Promise.reject(new Error("either way")), 5_000)).toBe(true);
    expect(await inTime(new Promise(() => {}), 20)).toBe(false);
  });
});

describe("activeHandles", () => {
  test("counts timers while they are there", () => {
    const before = activeHandles();
    const timer = setTimeout(() => {}, 60_000);
    expect(activeHandles()).toBe(before + 1);
    clearTimeout(timer);
    expect(activeHandles()).toBe(before);
  });
});
