import { describe, expect, test } from "vitest";
import { resolveChildSettings } from "../src/options.ts";

describe("the options of children", () => {
  test("have these defaults", () => {
    expect(resolveChildSettings({})).toEqual({
      maxLineBytes: 16 * 1024 * 1024,
      maxPendingRequests: 1_000,
      killGraceMs: 2_000,
      warm: 0,
      childObserver: undefined,
    });
  });

  test.each([
    { maxLineBytes: 0 },
    { maxLineBytes: Number.NaN },
    { maxLineBytes: "1" },
    { maxPendingRequests: 0 },
    { killGraceMs: -1 },
    { killGraceMs: 2 ** 31 },
    { warm: 1.5 },
    { warm: -1 },
    { warm: 2_000 },
  ])("cannot be %j", (options) => {
    expect(() => resolveChildSettings(options as object)).toThrow(RangeError);
    expect(() => resolveChildSettings(options as object)).toThrow(Object.keys(options)[0] as string);
  });

  test("may be at their edges", () => {
    const edges = {
      maxLineBytes: Number.POSITIVE_INFINITY,
      maxPendingRequests: 1,
      killGraceMs: 0,
      warm: 1_000,
    };
    expect(resolveChildSettings(edges)).toMatchObject(edges);
  });
});
