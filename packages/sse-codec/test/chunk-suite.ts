// What both branches of `#chunk` promise.

import { describe, expect, test } from "vitest";
import type * as Chunk from "../src/chunk.ts";
import { Fields } from "../src/fields.ts";
import { resolveScanOptions } from "../src/limits.ts";
import { linesSuite } from "./lines-suite.ts";
import { readModel } from "./model.ts";

export function chunkSuite(
  branch: string,
  { findLineEnd, interpretChunk, interpretText }: typeof Chunk,
): void {
  const encoder = new TextEncoder();

  linesSuite(`interpretText, ${branch}`, interpretText, "any");
  linesSuite(
    `interpretChunk, ${branch}`,
    (fields, text, at) => interpretChunk(fields, encoder.encode(text), at),
    "any",
  );

  describe(`interpretChunk, ${branch}`, () => {
    test.each(["\n", "\r", "\r\n"])("reads chunks of every size, ASCII or not, with line ends %j", (end) => {
      for (const text of ["x", "é", "漢", "😀", "\uFEFF"]) {
        for (const size of [1, 5, 12, 100, 500, 600, 2000]) {
          const block = `: é${end}event: e${end}data: ${"x".repeat(size)}${text}${end}${end}`;
          for (const stream of [
            block,
            block + block,
            `${block}data: ${text}${end}data: rest`,
            `data: ${text}${end}`,
          ]) {
            const told: unknown[] = [];
            const fields = new Fields((event) => told.push(event), resolveScanOptions({}));
            const bytes = encoder.encode(`>${stream}`);
            const rest = interpretChunk(fields, bytes, 1);
            expect(rest).toBe(bytes.length - (stream.endsWith("rest") ? "data: rest".length : 0));
            expect(told).toEqual(readModel(stream).events.map(({ event, data }) => ({ event, data })));
          }
        }
      }
    });

    test("counts what is pending in bytes", () => {
      for (const lead of ["", "data: é\n\n", `data: ${"é".repeat(2000)}\n\n`]) {
        const fields = new Fields(() => {}, resolveScanOptions({ maxEventBytes: 5000 }));
        interpretChunk(fields, encoder.encode(`${lead}data: é漢\nid: é\n`), 0);
        expect(fields.room).toBe(5000 - 11 - 6);
      }
    });

    test("finds an event too large by its bytes", () => {
      const bytes = encoder.encode(`data: ${"é".repeat(100)}\n\n`);
      for (const [limit, fails] of [
        [206, false],
        [205, true],
      ] as const) {
        const fields = new Fields(() => {}, resolveScanOptions({ maxEventBytes: limit }));
        const scan = () => interpretChunk(fields, bytes, 0);
        if (fails) expect(scan).toThrow(expect.objectContaining({ code: "ERR_SSE_EVENT_TOO_LARGE" }));
        else expect(scan()).toBe(bytes.length);
      }
    });
  });

  describe(`findLineEnd, ${branch}`, () => {
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
      expect(findLineEnd(encoder.encode(`\n\r${text}`), 2)).toBe(want + 2);
    });
  });
}
