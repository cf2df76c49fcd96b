import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { checkGrace, checkLimit, resolveLimits, type SessionLimits } from "../src/limits.ts";

const names = Object.keys(resolveLimits({})) as (keyof SessionLimits)[];

describe("resolveLimits", () => {
  test("gives the documented defaults", () => {
    expect(resolveLimits({})).toEqual({
      maxBodyBytes: 4_194_304,
      bodyTimeoutMs: 30_000,
      maxQueuedMessages: 100,
      queueTimeoutMs: 10_000,
      highWaterBytes: 1_048_576,
      maxBacklogBytes: 16_777_216,
      stallTimeoutMs: 30_000,
      keepAliveMs: 15_000,
      initializeTimeoutMs: Infinity,
      idleTimeoutMs: Infinity,
      maxSessionAgeMs: Infinity,
    });
  });

  test.each(names)("takes Infinity and any positive number for %s", (name) => {
    expect(resolveLimits({ [name]: Infinity })[name]).toBe(Infinity);
    expect(resolveLimits({ [name]: 1 })[name]).toBe(1);
    expect(resolveLimits({ [name]: undefined })[name]).toBe(resolveLimits({})[name]);
  });

  verifies("limits.options", "throws a RangeError that names the option and the value", () => {
    for (const name of names) {
      for (const value of [0, -1, Number.NaN, -Infinity, "10", null, {}] as const) {
        const resolve = (): unknown => resolveLimits({ [name]: value as number });
        expect(resolve).toThrow(RangeError);
        expect(resolve).toThrow(name);
      }
    }
  });

  test("puts the value into the text of the error", () => {
    expect(() => resolveLimits({ keepAliveMs: -1.5 })).toThrow("got -1.5");
    expect(() => resolveLimits({ keepAliveMs: "10" as never })).toThrow('got "10"');
  });

  test("has writers wait before a backlog limit that is lower than the mark's default", () => {
    expect(resolveLimits({ maxBacklogBytes: 1_000 }).highWaterBytes).toBe(1_000);
    expect(resolveLimits({ maxBacklogBytes: 1_000, highWaterBytes: 2_000 }).highWaterBytes).toBe(2_000);
  });

  test("refuses a queue that holds less than one message", () => {
    expect(() => resolveLimits({ maxQueuedMessages: 0.5 })).toThrow(RangeError);
  });
});

describe("checkLimit", () => {
  test("refuses a time that a timer cannot hold, which would fire at once", () => {
    expect(() => checkLimit("idleTimeoutMs", 2 ** 31)).toThrow(RangeError);
    expect(() => checkLimit("idleTimeoutMs", 2 ** 31 - 1)).not.toThrow();
    expect(() => checkLimit("maxBodyBytes", 2 ** 40)).not.toThrow();
  });
});

describe("checkGrace", () => {
  test("takes 0 beside what a limit in ms may be", () => {
    for (const graceMs of [0, 1, Infinity]) expect(() => checkGrace(graceMs)).not.toThrow();
    for (const graceMs of [-1, Number.NaN, "5", null, 2 ** 31]) {
      expect(() => checkGrace(graceMs)).toThrow(RangeError);
    }
  });
});
