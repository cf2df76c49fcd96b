import { describe, expect, test } from "vitest";
import { Fields } from "../src/fields.ts";
import { resolveScanOptions } from "../src/limits.ts";
import { checkUnfinished, interpretLine } from "../src/line.ts";

const encoder = new TextEncoder();

/** What a line puts into an event, read from bytes, from text, and from both. */
function interpret(line: string, around = ""): unknown[] {
  const framed = around + line + around;
  const bytes = encoder.encode(framed);
  return [
    [bytes, undefined],
    [undefined, framed],
    [bytes, framed],
  ].map(([from, text]) => {
    const told: unknown[] = [];
    const fields = new Fields(
      (event) => told.push(event),
      resolveScanOptions({
        onComment: (comment) => told.push(`comment ${comment}`),
        onRetry: (ms) => told.push(ms),
      }),
    );
    const start = around.length;
    interpretLine(
      fields,
      from as Uint8Array | undefined,
      text as string | undefined,
      start,
      start + line.length,
    );
    fields.add(1);
    fields.process("data", "end");
    fields.dispatch();
    return told;
  });
}

describe("interpretLine", () => {
  test.each([
    ["data: x", [{ data: "x\nend" }]],
    ["data:", [{ data: "\nend" }]],
    ["data", [{ data: "\nend" }]],
    ["event:e", [{ event: "e", data: "end" }]],
    ["event: ", [{ data: "end" }]],
    ["id:  1", [{ data: "end", id: " 1" }]],
    ["id", [{ data: "end", id: "" }]],
    ["retry: 10", [10, { data: "end", retry: 10 }]],
    [": c", ["comment c", { data: "end" }]],
    [":", ["comment ", { data: "end" }]],
    ["d", [{ data: "end" }]],
    ["dat", [{ data: "end" }]],
    ["datum: x", [{ data: "end" }]],
    ["retry", [{ data: "end" }]],
    ["x:y", [{ data: "end" }]],
  ])("reads %j the same from bytes, text and both", (line, want) => {
    // What stands around a line is not of it: the rest of a name, a space, a digit.
    for (const around of ["", "a", ":", " ", "ata:", "1"]) {
      expect(interpret(line, around)).toEqual([want, want, want]);
    }
  });
});

describe("checkUnfinished", () => {
  test.each([
    ["data:", 10, true],
    ["event:", 10, true],
    ["id:x", 10, true],
    ["data", 10, false],
    ["id", 10, false],
    [":", 10, false],
    ["retry:", 10, false],
    ["other:", 10, false],
    ["other:", 21, true],
    ["data", 21, true],
  ])("of a line that starts with %j, at %i bytes beside 11 of 20, fails: %j", (head, size, fails) => {
    const fields = new Fields(() => {}, resolveScanOptions({ maxEventBytes: 20 }));
    fields.add(11);
    const check = () => checkUnfinished(fields, undefined, head, head.length, size);
    if (fails) expect(check).toThrow(expect.objectContaining({ code: "ERR_SSE_EVENT_TOO_LARGE" }));
    else expect(check).not.toThrow();
  });
});
