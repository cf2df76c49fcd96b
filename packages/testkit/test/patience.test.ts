import { describe, expect, test } from "vitest";
import { staysPending, until, within } from "../src/patience.ts";

const never = new Promise<never>(() => {});

describe("within", () => {
  test("hands on what came in time, and what failed", async () => {
    expect(await within(Promise.resolve(1), "x")).toBe(1);
    await expect(within(Promise.reject(new RangeError()), "x")).rejects.toThrow(RangeError);
  });

  test("names what did not come", async () => {
    await expect(within(never, "the answer", 1)).rejects.toThrow("the answer");
  });
});

describe("staysPending", () => {
  test("tells a promise that waits from one that settled either way", async () => {
    expect(await staysPending(never, 1)).toBe(true);
    expect(await staysPending(Promise.resolve(), 1_000)).toBe(false);
    expect(await staysPending(Promise.reject(new Error()), 1_000)).toBe(false);
  });
});

describe("until", () => {
  test("returns once the condition holds, and names one that never does", async () => {
    let asked = 0;
    await until(() => ++asked === 3, "the third time");
    expect(asked).toBe(3);
    await expect(until(() => false, "a false condition", 10)).rejects.toThrow("a false condition");
  });
});
