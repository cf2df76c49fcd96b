import { describe, expect, test } from "vitest";
import { resolveScanOptions } from "../src/limits.ts";

describe("resolveScanOptions", () => {
  test("fills in the defaults", () => {
    expect(resolveScanOptions({ maxEventBytes: undefined, strict: undefined })).toEqual({
      maxEventBytes: 16 * 1024 * 1024,
      lastEventId: "",
    });
  });

  test("takes Infinity for no limit", () => {
    expect(resolveScanOptions({ maxEventBytes: Number.POSITIVE_INFINITY }).maxEventBytes).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  test.each([0, -1, Number.NaN, Number.NEGATIVE_INFINITY])(
    "refuses %d as maxEventBytes, by name and value",
    (maxEventBytes) => {
      expect(() => resolveScanOptions({ maxEventBytes })).toThrow(RangeError);
      expect(() => resolveScanOptions({ maxEventBytes })).toThrow(
        new RegExp(`maxEventBytes.*${maxEventBytes}`),
      );
    },
  );
});
