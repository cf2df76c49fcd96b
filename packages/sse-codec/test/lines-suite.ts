// What every loop over lines promises, of text and of bytes.

import { describe, expect, test } from "vitest";
import { Fields } from "../src/fields.ts";
import { resolveScanOptions } from "../src/limits.ts";

/** Interprets the complete lines of a text from `at` on, and tells where the rest starts. */
type Interpret = (fields: Fields, text: string, at: number) => number;

const LF_ONLY: readonly [text: string, want: unknown[], rest: string][] = [
  ["data: a\n\ndata: b", [{ data: "a" }], "data: b"],
  ["data: a\n", [], ""],
  ["data: a", [], "data: a"],
  ["data:a\ndata: b\n\ndata\ndata:\n\n", [{ data: "a\nb" }, { data: "\n" }], ""],
  ["data: a\nid: 1\n\n", [{ data: "a", id: "1" }], ""],
  ["data: a\ndata: b\nevent: e\ndata: c\n\n", [{ event: "e", data: "a\nb\nc" }], ""],
  [
    "event: e\ndata: a\n\nevent:f\ndata: b\n\n",
    [
      { event: "e", data: "a" },
      { event: "f", data: "b" },
    ],
    "",
  ],
  ["event: e\n\ndata: a\n\n", [{ data: "a" }], ""],
  [
    "id: 1\nretry: 5\ndata: a\n\nid:2\ndata: b\n\n",
    [5, { data: "a", id: "1", retry: 5 }, { data: "b", id: "2" }],
    "",
  ],
  ["retry: 5\nevent: e\ndata: a\n\n", [5, { event: "e", data: "a", retry: 5 }], ""],
  [": c\n:\n\n: d", ["c", ""], ": d"],
  ["datum: x\nevents: x\nidea: x\ndat\n\n", [], ""],
  ["\n\n", [], ""],
  ["", [], ""],
];
const ANY: typeof LF_ONLY = [
  ["data: a\r\rdata: b\r\n\r\nda", [{ data: "a" }, { data: "b" }], "da"],
  ["data: a\r\n\rdata: b\n", [{ data: "a" }], ""],
  ["data: a\ndata: b\r\n\n", [{ data: "a\nb" }], ""],
  ["data: a\r\ndata: b\n\r", [{ data: "a\nb" }], ""],
  ["\n\r\n\r", [], ""],
];

export function linesSuite(name: string, interpret: Interpret, lineEnds: "LF" | "any"): void {
  describe(name, () => {
    test.each(lineEnds === "LF" ? LF_ONLY : [...LF_ONLY, ...ANY])(
      "reads the complete lines of %j: %j, and leaves %j",
      (text, want, rest) => {
        for (const before of ["", "xyz", "x".repeat(1024)]) {
          const told: unknown[] = [];
          const fields = new Fields(
            (event) => told.push(event),
            resolveScanOptions({
              onComment: (comment) => told.push(comment),
              onRetry: (ms) => told.push(ms),
            }),
          );
          expect(interpret(fields, before + text, before.length)).toBe(
            before.length + text.length - rest.length,
          );
          expect(told).toEqual(want);
        }
      },
    );

    test.each(["data", "event", "id"])("knows %s by its whole name", (name) => {
      for (let at = 0; at < name.length; at++) {
        const events: unknown[] = [];
        const fields = new Fields((event) => events.push(event), resolveScanOptions({}));
        const other = `${name.slice(0, at)}.${name.slice(at + 1)}`;
        const text = `${other}: x\n${name.slice(0, at)}: x\ndata: y\n\n`;
        expect(interpret(fields, text, 0)).toBe(text.length);
        expect(events).toEqual([{ data: "y" }]);
        expect(fields.lastEventId).toBe("");
      }
    });

    test("counts the lines of one event, and starts anew behind it", () => {
      for (const line of ["data: 34", "event: 4", "id: 5678"]) {
        const fields = new Fields(() => {}, resolveScanOptions({ maxEventBytes: 20 }));
        interpret(fields, `data: x\n\n: c\n\n${line}\n`, 0);
        expect(fields.room).toBe(12);
        interpret(fields, `${line}\n`, 0);
        expect(() => interpret(fields, `${line}\n\n`, 0)).toThrow(
          expect.objectContaining({ code: "ERR_SSE_EVENT_TOO_LARGE" }),
        );
      }
      const fields = new Fields(() => {}, resolveScanOptions({ maxEventBytes: 20 }));
      expect(() => interpret(fields, `:${"x".repeat(20)}\n`, 0)).toThrow(
        expect.objectContaining({ code: "ERR_SSE_EVENT_TOO_LARGE" }),
      );
    });
  });
}
