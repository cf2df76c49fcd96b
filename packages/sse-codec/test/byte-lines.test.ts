import { describe, expect, test } from "vitest";
import { afterLineEnd, findLineEnd, interpretByteLines, interpretBytes } from "../src/byte-lines.ts";
import { Fields } from "../src/fields.ts";
import { resolveScanOptions } from "../src/limits.ts";
import { linesSuite } from "./lines-suite.ts";

const encoder = new TextEncoder();

linesSuite(
  "interpretByteLines",
  (fields, text, at) => interpretByteLines(fields, encoder.encode(text), at),
  "any",
);

describe("interpretBytes", () => {
  test("counts bytes, of a comment that nobody wants too", () => {
    for (const line of ["data: é", ":éxxxxx"]) {
      for (const onComment of [undefined, () => {}]) {
        const bytes = encoder.encode(line);
        const fields = new Fields(() => {}, resolveScanOptions({ maxEventBytes: bytes.length, onComment }));
        interpretBytes(fields, bytes, 0, bytes.length);
        const small = new Fields(
          () => {},
          resolveScanOptions({ maxEventBytes: bytes.length - 1, onComment }),
        );
        expect(() => interpretBytes(small, bytes, 0, bytes.length)).toThrow(
          expect.objectContaining({ code: "ERR_SSE_EVENT_TOO_LARGE" }),
        );
      }
    }
  });
});

describe("findLineEnd", () => {
  test.each(["\n", "\r", "a\r\n", "x\rabc\n", "none"])(
    "finds the first CR or LF of %j, or its end",
    (text) => {
      const want = text.search(/[\r\n]/) === -1 ? text.length : text.search(/[\r\n]/);
      expect(findLineEnd(encoder.encode(`\n\r${text}`), 2)).toBe(want + 2);
    },
  );
});

describe("afterLineEnd", () => {
  test("takes CRLF for one", () => {
    const bytes = encoder.encode("\r\n\n\r\r\n");
    expect([0, 1, 2, 3, 4].map((at) => afterLineEnd(bytes, at))).toEqual([2, 2, 3, 4, 6]);
  });
});
