import { describe, expect, test } from "vitest";
import { createEventReader } from "../../../src/node/check/event-reader.ts";

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(text: string | Uint8Array, size = 1_000) {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const reader = createEventReader(pieces(bytes, size));
  const events = [];
  for (let event = await reader.next(); event; event = await reader.next()) events.push(event);
  return { events, reader };
}

describe("the reader of anybody's stream", () => {
  const stream =
    "\uFEFFevent: endpoint\r\ndata:/é\r\n\r\n: a comment\rdata: one\rdata:  two\r\rdata\n\nevent: x\n\nnonsense: 1\ndata: 中😀\n\ndata: cut";

  test.each([1, 2, 3, 7, 1_000])("reads events by HTML, in pieces of %i bytes", async (size) => {
    const { events, reader } = await readAll(stream, size);
    expect(events).toEqual([
      { event: "endpoint", data: "/é" },
      { event: undefined, data: "one\n two" },
      { event: undefined, data: "" },
      { event: undefined, data: "中😀" },
    ]);
    expect(reader.comments).toEqual([" a comment"]);
    expect(reader.lines).toContain("nonsense: 1");
    expect(reader.isUtf8).toBe(true);
  });

  test("says when a stream is not UTF-8, and reads on", async () => {
    const { events, reader } = await readAll(Buffer.from("data: \xff\n\ndata: b\n\n", "latin1"));
    expect(reader.isUtf8).toBe(false);
    expect(events.map(({ data }) => data)).toEqual(["\uFFFD", "b"]);
  });
});
