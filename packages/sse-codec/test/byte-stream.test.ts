import { describe, expect, test } from "vitest";
import { ByteStream } from "../src/byte-stream.ts";
import type { ServerSentEvent } from "../src/event.ts";
import { Fields } from "../src/fields.ts";
import { resolveScanOptions } from "../src/limits.ts";
import { cutEvery } from "./cuts.ts";
import { readModel } from "./model.ts";

const encoder = new TextEncoder();

function open(): { chunks: ByteStream; fields: Fields; events: ServerSentEvent[] } {
  const events: ServerSentEvent[] = [];
  const fields = new Fields((event) => events.push(event), resolveScanOptions({}));
  return { chunks: new ByteStream(fields), fields, events };
}

describe("ByteStream", () => {
  // What is not ASCII is decoded up to the last blank line of its chunk: which one that is depends on the
  // line ends, at the seams above all.
  test.each(["\n", "\r", "\r\n"])("reads large chunks that are not ASCII, with line ends %j", (end) => {
    const event = (n: number) => `id: ${n}${end}data: é${"漢".repeat(n % 40)}${end}data: ${n}${end}${end}`;
    const bytes = encoder.encode(Array.from({ length: 3000 }, (_, n) => event(n)).join(""));
    const want = readModel(bytes).events.map(({ data }) => data);
    for (const size of [1000, 1001, 1002, 1003, 16_384, 65_536, 70_000, bytes.length]) {
      const { chunks, events } = open();
      for (const chunk of cutEvery(bytes, size)) chunks.push(chunk);
      expect(events.map(({ data }) => data)).toEqual(want);
    }
  });

  test("reads a chunk that is not ASCII and has only blank lines, or none", () => {
    for (const text of [
      "\n\r\n\r\r\n",
      `data: é${"x".repeat(50)}`,
      `\n${"data: é\n".repeat(9)}`,
      `${"data: é\n".repeat(9)}\n`,
    ]) {
      const { chunks, events } = open();
      chunks.push(encoder.encode(`${text}`));
      chunks.push(encoder.encode("\n\n"));
      expect(events).toEqual(readModel(`${text}\n\n`).events.map(({ data }) => ({ data })));
    }
  });

  test.each([
    ["at the start", ["", ""]],
    ["inside of a line", ["data: x", "x"]],
    ["behind a CR", ["data: x\r", ""]],
    ["behind a line", ["data: x\n", ""]],
  ])("skips no other byte than a line end %s of a chunk", (_where, [before = "", same = ""]) => {
    for (let byte = 0; byte < 128; byte++) {
      const { chunks, events } = open();
      if (before !== "") chunks.push(encoder.encode(before));
      const rest = `${String.fromCharCode(byte)}data: ${same}y\n\n`;
      chunks.push(encoder.encode(rest));
      expect(events).toEqual(readModel(before + rest).events.map(({ data }) => ({ data })));
    }
  });

  test("interprets an unfinished line when told to finish", () => {
    const { chunks, fields, events } = open();
    chunks.push(encoder.encode("data: x"));
    chunks.held.interpret(fields);
    fields.dispatch();
    expect(events).toEqual([{ data: "x" }]);
  });

  test("holds nothing once released", () => {
    const { chunks, fields, events } = open();
    chunks.push(encoder.encode("data: x"));
    chunks.held.release();
    chunks.push(encoder.encode("data: y\n\n"));
    fields.dispatch();
    expect(events).toEqual([{ data: "y" }]);
  });
});
