import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import type { ServerSentEvent } from "../src/event.ts";
import { scanEvents } from "../src/scan-events.ts";
import { streamOf } from "./faces.ts";

const encoder = new TextEncoder();

interface Watched {
  readonly stream: ReadableStream<Uint8Array>;
  readonly cancelled: unknown[];
  pulls: number;
}

/** An endless stream of one chunk that counts what is asked of it. */
function endless(chunk: string): Watched {
  const bytes = encoder.encode(chunk);
  const watched: Watched = {
    pulls: 0,
    cancelled: [],
    stream: new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          watched.pulls++;
          controller.enqueue(bytes.slice());
        },
        cancel(reason) {
          watched.cancelled.push(reason);
        },
      },
      { highWaterMark: 0 },
    ),
  };
  return watched;
}

async function collect(
  events: AsyncIterable<ServerSentEvent>,
  into: ServerSentEvent[] = [],
): Promise<ServerSentEvent[]> {
  for await (const event of events) into.push(event);
  return into;
}

describe("scanEvents", () => {
  test("yields the events of a byte stream, a text stream and any async iterable, then ends", async () => {
    const chunks = ["data: a\n", "\ndata: b\n\ndata: c\n\n", "data: lost"];
    const want = [{ data: "a" }, { data: "b" }, { data: "c" }];
    const bytes = streamOf(chunks.map((chunk) => encoder.encode(chunk)));
    expect(await collect(scanEvents(bytes))).toEqual(want);
    expect(bytes.locked).toBe(false);
    const text = streamOf(chunks);
    expect(await collect(scanEvents(text))).toEqual(want);
    expect(text.locked).toBe(false);
    const iterable = (async function* () {
      yield* chunks;
    })();
    expect(await collect(scanEvents(iterable))).toEqual(want);
    const ended = scanEvents(streamOf(chunks), { dispatchIncomplete: true });
    expect(await collect(ended)).toEqual([...want, { data: "lost" }]);
    expect(await ended.next()).toEqual({ done: true, value: undefined });
  });

  test("scans the body of a Response", async () => {
    const { body } = new Response("data: x\n\n");
    if (body === null) throw new Error("no body");
    expect(await collect(scanEvents(body))).toEqual([{ data: "x" }]);
  });

  verifies("sse.scan.cancel", "cancels its source on break, and leaves no lock", async () => {
    const { stream, cancelled } = endless("data: x\n\n");
    for await (const event of scanEvents(stream)) {
      expect(event.data).toBe("x");
      break;
    }
    expect(cancelled).toEqual([undefined]);
    expect(stream.locked).toBe(false);
  });

  test("cancels its source when the loop throws, and passes the error on", async () => {
    const { stream, cancelled } = endless("data: x\n\n");
    const mine = new Error("mine");
    const loop = async () => {
      for await (const _ of scanEvents(stream)) throw mine;
    };
    await expect(loop()).rejects.toBe(mine);
    expect(cancelled).toHaveLength(1);
    expect(stream.locked).toBe(false);
  });

  test("cancels its source with the error given to throw()", async () => {
    const { stream, cancelled } = endless("data: x\n\n");
    const events = scanEvents(stream);
    await events.next();
    const mine = new Error("mine");
    await expect(events.throw(mine)).rejects.toBe(mine);
    expect(cancelled).toEqual([mine]);
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  test("returns at once while a read is pending, and ends that read", async () => {
    let cancelled = 0;
    const stream = new ReadableStream<Uint8Array>({ cancel: () => void cancelled++ });
    const events = scanEvents(stream);
    const pending = [events.next(), events.next()];
    expect(await events.return()).toEqual({ done: true, value: undefined });
    expect(await Promise.all(pending)).toEqual(Array(2).fill({ done: true, value: undefined }));
    expect([cancelled, stream.locked]).toEqual([1, false]);
  });

  test("cancels a source it has not opened yet when told to return", async () => {
    const { stream, cancelled, pulls } = endless("data: x\n\n");
    await scanEvents(stream).return();
    expect([cancelled.length, pulls, stream.locked]).toEqual([1, 0, false]);
  });

  test("drops the events it holds, and cancels once, when left twice", async () => {
    const { stream, cancelled } = endless("data: x\n\ndata: y\n\n");
    const events = scanEvents(stream);
    await events.next();
    await events.return();
    await events.return();
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(cancelled).toHaveLength(1);
  });

  test("gives nothing more of a chunk when a callback leaves inside it", async () => {
    for (const chunks of [[":\n\ndata: x\n\n"], [":\n", "data: x\n\n"], [":"]]) {
      const stream = streamOf(chunks);
      const events = scanEvents(stream, {
        dispatchIncomplete: true,
        onComment: () => void events.return(),
      });
      expect(await events.next()).toEqual({ done: true, value: undefined });
      expect(await events.next()).toEqual({ done: true, value: undefined });
      expect(stream.locked).toBe(false);
    }
  });

  test("reads the source only when the events of the last chunk are taken", async () => {
    const watched = endless("data: x\n\ndata: y\n\n");
    const events = scanEvents(watched.stream);
    const pulls: number[] = [];
    for (let taken = 0; taken < 5; taken++) {
      await events.next();
      pulls.push(watched.pulls);
    }
    await events.return();
    expect(pulls).toEqual([1, 1, 2, 2, 3]);
  });

  test("serves concurrent calls of next in order", async () => {
    const stream = streamOf(["data: 1\n\ndata: 2\n\n", ":\n", "data: 3\n\n"]);
    const events = scanEvents(stream);
    const results = await Promise.all(Array.from({ length: 5 }, () => events.next()));
    expect(results.map(({ value }) => value?.data)).toEqual(["1", "2", "3", undefined, undefined]);
  });

  test("throws the scanner's error after the events before it, and cancels the source with it", async () => {
    const { stream, cancelled } = endless("data: x\n\ndata: far too long\n\n");
    const seen: ServerSentEvent[] = [];
    const events = scanEvents(stream, { maxEventBytes: 10 });
    await expect(collect(events, seen)).rejects.toMatchObject({ code: "ERR_SSE_EVENT_TOO_LARGE" });
    expect(seen).toEqual([{ data: "x" }]);
    expect(cancelled).toEqual([expect.objectContaining({ code: "ERR_SSE_EVENT_TOO_LARGE" })]);
    expect(stream.locked).toBe(false);
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  test("throws a malformed last line from the end of the source", async () => {
    const stream = streamOf(["data: x\n\nnonsense"]);
    const seen: ServerSentEvent[] = [];
    const events = scanEvents(stream, { strict: true, dispatchIncomplete: true });
    await expect(collect(events, seen)).rejects.toMatchObject({ code: "ERR_SSE_MALFORMED_LINE" });
    expect([seen.length, stream.locked]).toEqual([1, false]);
  });

  test("does not wait for a source that never finishes to cancel before it tells the error", async () => {
    const stream = new ReadableStream<string>({
      start: (controller) => controller.enqueue("nonsense\n"),
      cancel: () => new Promise<void>(() => {}),
    });
    await expect(collect(scanEvents(stream, { strict: true }))).rejects.toMatchObject({
      code: "ERR_SSE_MALFORMED_LINE",
    });
    expect(stream.locked).toBe(false);
  });

  test("passes on what its source throws, after the events before it", async () => {
    const mine = new Error("mine");
    const stream = new ReadableStream<string>({
      pull(controller) {
        if (this.pulled) controller.error(mine);
        else controller.enqueue("data: x\n\n");
        this.pulled = true;
      },
    } as UnderlyingDefaultSource<string> & { pulled?: boolean });
    const seen: ServerSentEvent[] = [];
    await expect(collect(scanEvents(stream), seen)).rejects.toBe(mine);
    expect([seen.length, stream.locked]).toEqual([1, false]);
  });

  test("returns the iterator of an iterable source, and passes on what it throws", async () => {
    let returned = 0;
    const source: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false, value: "data: x\n\n" }),
        return: async () => {
          returned++;
          return { done: true, value: undefined };
        },
      }),
    };
    for await (const _ of scanEvents(source)) break;
    expect(returned).toBe(1);
    const mine = new Error("mine");
    const failing = (async function* () {
      yield "data: x\n\n";
      throw mine;
    })();
    await expect(collect(scanEvents(failing))).rejects.toBe(mine);
  });

  test("refuses bytes after text, and cancels the source", async () => {
    const { stream, cancelled } = endless("data: y\n\n");
    const mixed = (async function* () {
      yield "data: x\n\n";
      yield* streamOf([encoder.encode("data: y\n\n")]) as unknown as AsyncIterable<Uint8Array>;
    })();
    await expect(collect(scanEvents(mixed))).rejects.toBeInstanceOf(TypeError);
    const wrong = stream.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (_chunk, controller) => controller.enqueue(7 as unknown as Uint8Array),
      }),
    );
    await expect(collect(scanEvents(wrong))).rejects.toBeInstanceOf(TypeError);
    expect([cancelled.length, wrong.locked]).toEqual([1, false]);
  });

  test("refuses a locked stream when it is first read", async () => {
    const stream = streamOf(["data: x\n\n"]);
    stream.getReader();
    await expect(scanEvents(stream).next()).rejects.toBeInstanceOf(TypeError);
  });

  test("is a RangeError to call with a limit that is none", () => {
    expect(() => scanEvents(streamOf([""]), { maxEventBytes: Number.NaN })).toThrow(RangeError);
  });

  test("is an async generator to the platform", () => {
    const events = scanEvents(streamOf([""]));
    expect(events[Symbol.asyncIterator]()).toBe(events);
    const dispose = (Symbol as { asyncDispose?: symbol }).asyncDispose;
    const own = (async function* () {})();
    if (dispose !== undefined) expect(dispose in events).toBe(dispose in own);
  });
});
