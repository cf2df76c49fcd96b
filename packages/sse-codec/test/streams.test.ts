import { describe, expect, test } from "vitest";
import type { ServerSentEvent } from "../src/event.ts";
import { EventScannerStream, EventWriterStream } from "../src/streams.ts";
import { streamOf } from "./faces.ts";

const encoder = new TextEncoder();

async function drain<T>(stream: ReadableStream<T>, into: T[] = []): Promise<T[]> {
  const reader = stream.getReader();
  for (let result = await reader.read(); !result.done; result = await reader.read()) into.push(result.value);
  return into;
}

describe("EventScannerStream", () => {
  test("pipes bytes and text to events", async () => {
    const chunks = ["data: a\n", "\ndata: b\n\n", "data: c"];
    expect(await drain(streamOf(chunks).pipeThrough(new EventScannerStream()))).toEqual([
      { data: "a" },
      { data: "b" },
    ]);
    const bytes = streamOf(chunks.map((chunk) => encoder.encode(chunk)));
    const options = { dispatchIncomplete: true };
    expect(await drain(bytes.pipeThrough(new EventScannerStream(options)))).toEqual([
      { data: "a" },
      { data: "b" },
      { data: "c" },
    ]);
  });

  test("takes no more than it can pass on: its writer waits for its reader", async () => {
    let pulled = 0;
    const source = new ReadableStream<string>(
      {
        pull(controller) {
          pulled++;
          controller.enqueue("data: x\n\n");
        },
      },
      { highWaterMark: 0 },
    );
    const reader = source.pipeThrough(new EventScannerStream()).getReader();
    for (let taken = 1; taken <= 20; taken++) {
      await reader.read();
      expect(pulled).toBeLessThanOrEqual(taken + 2);
    }
    await reader.cancel();
  });

  test("cancels what is piped into it when its reader cancels", async () => {
    const reasons: unknown[] = [];
    const source = new ReadableStream<string>({
      pull: (controller) => controller.enqueue("data: x\n\n"),
      cancel: (reason) => void reasons.push(reason),
    });
    const reader = source.pipeThrough(new EventScannerStream()).getReader();
    await reader.read();
    const mine = new Error("mine");
    await reader.cancel(mine);
    await expect.poll(() => reasons).toEqual([mine]);
    expect(source.locked).toBe(false);
  });

  test("errors its reader and cancels its source with what the scanner throws, after the events before it", async () => {
    const reasons: unknown[] = [];
    const source = new ReadableStream<string>({
      start: (controller) => controller.enqueue("data: x\n\nnonsense\n"),
      cancel: (reason) => void reasons.push(reason),
    });
    const seen: ServerSentEvent[] = [];
    const reading = drain(source.pipeThrough(new EventScannerStream({ strict: true })), seen);
    await expect(reading).rejects.toMatchObject({ code: "ERR_SSE_MALFORMED_LINE" });
    await expect.poll(() => reasons).toEqual([expect.objectContaining({ code: "ERR_SSE_MALFORMED_LINE" })]);
  });

  test("passes on what its source fails with", async () => {
    const mine = new Error("mine");
    const source = new ReadableStream<string>({ start: (controller) => controller.error(mine) });
    await expect(drain(source.pipeThrough(new EventScannerStream()))).rejects.toBe(mine);
  });

  test("is a RangeError to create with a limit that is none", () => {
    expect(() => new EventScannerStream({ maxEventBytes: -1 })).toThrow(RangeError);
  });
});

describe("EventWriterStream", () => {
  test("writes one chunk of UTF-8 per event, which scans back", async () => {
    const events: ServerSentEvent[] = [{ data: "é" }, { event: "e", id: "1", retry: 5, data: "a\nb" }];
    const chunks = await drain(streamOf(events).pipeThrough(new EventWriterStream()));
    expect(chunks.map((chunk) => new TextDecoder().decode(chunk))).toEqual([
      "data: é\n\n",
      "event: e\nid: 1\nretry: 5\ndata: a\ndata: b\n\n",
    ]);
    expect(await drain(streamOf(chunks).pipeThrough(new EventScannerStream()))).toEqual(events);
  });

  test("fails with what the encoder throws, before a byte of that event", async () => {
    const seen: Uint8Array[] = [];
    const events = streamOf([{ data: "x" }, { event: "a\nb", data: "y" }]);
    await expect(drain(events.pipeThrough(new EventWriterStream()), seen)).rejects.toMatchObject({
      code: "ERR_SSE_FIELD_VALUE",
    });
    expect(seen.length).toBeLessThanOrEqual(1);
  });
});
