import { describe, expect, test } from "vitest";
import { Fields } from "../src/fields.ts";
import { resolveScanOptions } from "../src/limits.ts";
import { checkUnfinished, interpretLine } from "../src/line.ts";

/** What a line puts into an event. */
function interpret(line: string, around: string): unknown[] {
  const told: unknown[] = [];
  const fields = new Fields(
    (event) => told.push(event),
    resolveScanOptions({
      onComment: (comment) => told.push(`comment ${comment}`),
      onRetry: (ms) => told.push(ms),
    }),
  );
  const start = around.length;
  interpretLine(fields, around + line + around, start, start + line.length, line.length);
  fields.add(1);
  fields.data("end");
  fields.dispatch();
  return told;
}

describe("interpretLine", () => {
  test.each([
    ["data: x", [{ data: "x\nend" }]],
    ["data:", [{ data: "\nend" }]],
    ["data", [{ data: "\nend" }]],
    ["event:e", [{ event: "e", data: "end" }]],
    ["event: ", [{ data: "end" }]],
    ["event", [{ data: "end" }]],
    ["id:  1", [{ data: "end", id: " 1" }]],
    ["id", [{ data: "end", id: "" }]],
    ["id: 1\0", [{ data: "end" }]],
    ["retry: 10", [10, { data: "end", retry: 10 }]],
    ["retry: 1x", [{ data: "end" }]],
    [": c", ["comment c", { data: "end" }]],
    [":", ["comment ", { data: "end" }]],
    ["d", [{ data: "end" }]],
    ["dat", [{ data: "end" }]],
    ["datum: x", [{ data: "end" }]],
    ["even: x", [{ data: "end" }]],
    ["eventual: x", [{ data: "end" }]],
    ["i: x", [{ data: "end" }]],
    ["idea: x", [{ data: "end" }]],
    ["retry", [{ data: "end" }]],
    ["retries: 1", [{ data: "end" }]],
    ["x:y", [{ data: "end" }]],
  ])("reads %j, whichever line ends stand around it", (line, want) => {
    for (const around of ["", "\n", "\r", "\r\n"]) expect(interpret(line, around)).toEqual(want);
  });

  test.each([
    ["data: x", true],
    ["event: x", true],
    ["id: x", true],
    ["data", true],
    ["id", true],
    ["retry: 1", false],
    [": x", false],
    ["x: y", false],
  ])("counts %j by the size that it is told, with the event: %j", (line, counts) => {
    const fields = new Fields(() => {}, resolveScanOptions({ maxEventBytes: 100 }));
    fields.add(10);
    interpretLine(fields, line, 0, line.length, 30);
    expect(fields.room).toBe(counts ? 60 : 90);
    expect(() => interpretLine(fields, line, 0, line.length, 101)).toThrow(
      expect.objectContaining({ code: "ERR_SSE_EVENT_TOO_LARGE" }),
    );
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
    const check = () => checkUnfinished(fields, head, size);
    if (fails) expect(check).toThrow(expect.objectContaining({ code: "ERR_SSE_EVENT_TOO_LARGE" }));
    else expect(check).not.toThrow();
  });
});
