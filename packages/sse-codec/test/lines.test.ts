import { describe, expect, test } from "vitest";
import { afterLineEnd, findLineEnd, interpretLines } from "../src/lines.ts";
import { linesSuite } from "./lines-suite.ts";

linesSuite("interpretLines", interpretLines, "any");

describe("findLineEnd", () => {
  test.each(["\n", "\r", "a\r\n", "x\rabc\n", "x\nabc\r", "none"])(
    "finds the first CR or LF of %j, or its end",
    (text) => {
      const want = text.search(/[\r\n]/) === -1 ? text.length : text.search(/[\r\n]/);
      expect(findLineEnd(text, 0)).toBe(want);
      expect(findLineEnd(`\n\r${text}`, 2)).toBe(want + 2);
    },
  );
});

describe("afterLineEnd", () => {
  test("takes CRLF for one", () => {
    expect([0, 1, 2, 3, 4].map((at) => afterLineEnd("\r\n\n\r\r\n", at))).toEqual([2, 2, 3, 4, 6]);
  });
});
