import { describe, expect, test } from "vitest";
import { parseBytes, parseDuration, parseInteger } from "../../src/cli/quantities.ts";

describe("a time", () => {
  test.each([
    ["500ms", 500],
    ["5s", 5_000],
    ["5", 5_000],
    ["1.5s", 1_500],
    ["2m", 120_000],
    ["1h", 3_600_000],
    ["0", 0],
    ["none", Number.POSITIVE_INFINITY],
  ])("of %s is %s ms", (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each(["", "s", "-1s", "5 s", "1d", "1e3", "Infinity", "NaN", "600h", "5S"])("is not %j", (text) => {
    expect(parseDuration(text)).toBeTypeOf("string");
  });
});

describe("a size", () => {
  test.each([
    ["1", 1],
    ["64KiB", 65_536],
    ["4MiB", 4_194_304],
    ["4mb", 4_000_000],
    ["1.5k", 1_536],
    ["1g", 1_073_741_824],
    ["10 MB", 10_000_000],
  ])("of %s is %s bytes", (text, bytes) => {
    expect(parseBytes(text)).toBe(bytes);
  });

  test.each(["", "0", "-1", "1x", "MiB", "1e9", "constructor", "9007199254740993g"])("is not %j", (text) => {
    expect(parseBytes(text)).toBeTypeOf("string");
  });
});

describe("a whole number", () => {
  test("is of its range", () => {
    expect(parseInteger("0", 0, 9)).toBe(0);
    expect(parseInteger("9", 0, 9)).toBe(9);
    for (const text of ["10", "-1", "1.0", "", "x", "1e0", "0x1"])
      expect(parseInteger(text, 0, 9)).toBeTypeOf("string");
    expect(parseInteger("x", 1, Number.MAX_SAFE_INTEGER)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });
});
