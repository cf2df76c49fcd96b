import { describe, expect, test } from "vitest";
import type { ServerSentEvent } from "../src/event.ts";
import { Fields } from "../src/fields.ts";
import { resolveScanOptions } from "../src/limits.ts";
import { afterLineEnd, findLineEnd, interpretLines } from "../src/lines.ts";

const encoder = new TextEncoder();

describe("interpretLines", () => {
  test.each([
    ["data: a\n\ndata: b", ["a"], 9],
    ["data: a\r\rdata: b\r\n\r\nda", ["a", "b"], 20],
    ["data: a\r\n\rdata: b\n", ["a"], 18],
    ["data: a", [], 0],
    ["\n\r\n\r", [], 4],
    ["", [], 0],
  ])("reads the complete lines of %j, and tells where the rest starts", (text, want, rest) => {
    const bytes = encoder.encode(text);
    for (const [from, as] of [
      [bytes, undefined],
      [undefined, text],
      [bytes, text],
    ] as const) {
      const events: ServerSentEvent[] = [];
      const fields = new Fields((event) => events.push(event), resolveScanOptions({}));
      expect(interpretLines(fields, from, as, 0, text.length)).toBe(rest);
      expect(events.map(({ data }) => data)).toEqual(want);
    }
  });
});

describe("findLineEnd", () => {
  test.each([
    "\n",
    "\r",
    "a\r\n",
    `${"x".repeat(100)}\rabc\n`,
    `${"x".repeat(100)}\nabc\r`,
    "none",
    "x".repeat(99),
  ])("finds the first CR or LF of %j, or its end", (text) => {
    const want = text.search(/[\r\n]/) === -1 ? text.length : text.search(/[\r\n]/);
    expect(findLineEnd(undefined, text, 0, text.length)).toBe(want);
    expect(findLineEnd(encoder.encode(text), undefined, 0, text.length)).toBe(want);
  });
});

describe("afterLineEnd", () => {
  test("takes CRLF for one, and nothing beyond the end", () => {
    const text = "\r\n\n\r\r\n";
    expect([0, 1, 2, 3, 4].map((at) => afterLineEnd(undefined, text, at, text.length))).toEqual([
      2, 2, 3, 4, 6,
    ]);
    expect(afterLineEnd(undefined, text, 0, 1)).toBe(1);
  });
});
