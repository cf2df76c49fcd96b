import { describe, expect, test } from "vitest";
import { afterLineEnd, interpretByteLines, interpretBytes } from "../src/byte-lines.ts";
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

describe("afterLineEnd", () => {
  test("takes CRLF for one", () => {
    const bytes = encoder.encode("\r\n\n\r\r\n");
    expect([0, 1, 2, 3, 4].map((at) => afterLineEnd(bytes, at))).toEqual([2, 2, 3, 4, 6]);
  });
});
