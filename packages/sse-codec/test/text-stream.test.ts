import { describe, expect, test } from "vitest";
import type { ServerSentEvent } from "../src/event.ts";
import { Fields } from "../src/fields.ts";
import { resolveScanOptions } from "../src/limits.ts";
import { TextStream } from "../src/text-stream.ts";
import { cutEvery } from "./cuts.ts";

function open(maxEventBytes?: number): {
  chunks: TextStream;
  fields: Fields;
  events: ServerSentEvent[];
} {
  const events: ServerSentEvent[] = [];
  const fields = new Fields((event) => events.push(event), resolveScanOptions({ maxEventBytes }));
  return { chunks: new TextStream(fields), fields, events };
}

describe("TextStream", () => {
  test.each([1, 5, 4095, 4096, 5000])("puts a long line together from pieces of %i units", (size) => {
    const data = Array.from({ length: 20_000 }, (_, at) => String.fromCharCode(0x61 + (at % 26))).join("");
    const { chunks, events } = open();
    for (const chunk of cutEvery(`data: ${data}\r\n\r\n`, size)) chunks.push(chunk);
    expect(events).toEqual([{ data }]);
  });

  test("knows the field of a line by its head, however small the pieces", () => {
    const { chunks, fields } = open(20);
    fields.add(11);
    for (const piece of "event:xyz") chunks.push(piece);
    expect(() => chunks.push("!")).toThrow(expect.objectContaining({ code: "ERR_SSE_EVENT_TOO_LARGE" }));
  });

  test("interprets an unfinished line when told to finish", () => {
    const { chunks, fields, events } = open();
    chunks.push("da");
    chunks.push("ta: x");
    chunks.held.interpret(fields);
    chunks.held.interpret(fields);
    fields.dispatch();
    expect(events).toEqual([{ data: "x" }]);
  });

  test("holds nothing once released", () => {
    const { chunks, events } = open();
    chunks.push("data: x");
    chunks.held.release();
    chunks.push("data: y\n\n");
    expect(events).toEqual([{ data: "y" }]);
  });
});
