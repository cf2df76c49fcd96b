import { describe, expect, test, vi } from "vitest";
import { FetchSink } from "../../src/fetch/sink.ts";
import { MAX_JOINED_BYTES } from "../../src/limits.ts";

interface Opened {
  readonly sink: FetchSink;
  readonly log: string[];
  readonly leaving: AbortController;
  readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly response: Response;
  readonly hasRoom: boolean;
}

function openSink(): Opened {
  const log: string[] = [];
  const leaving = new AbortController();
  const responses: Response[] = [];
  const sink = new FetchSink(
    leaving.signal,
    {
      onDrain: () => log.push("drain"),
      onFinish: () => log.push("finish"),
      onBroken: (code) => log.push(`broken ${code}`),
    },
    (response) => responses.push(response),
  );
  const hasRoom = sink.start({ "content-type": "text/event-stream" }, sink.encode("first"));
  const response = responses[0] as Response;
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  return { sink, log, leaving, reader, response, hasRoom };
}

const textOf = (chunk: Uint8Array | undefined): string => new TextDecoder().decode(chunk);

describe("FetchSink", () => {
  test("answers with the headers and the first event already in the body", async () => {
    const { response, reader, hasRoom } = openSink();
    expect([response.status, response.headers.get("content-type"), hasRoom]).toEqual([
      200,
      "text/event-stream",
      true,
    ]);
    expect(textOf((await reader.read()).value)).toBe("first");
  });

  test("joins small chunks, and measures in bytes", async () => {
    const { sink, reader } = openSink();
    await reader.read();
    const chunks = ["é", "b", "c"].map((text) => sink.encode(text));
    expect(chunks.map((chunk) => sink.byteLength(chunk))).toEqual([2, 1, 1]);
    expect(sink.write(chunks)).toBe(true);
    expect(textOf((await reader.read()).value)).toBe("ébc");
  });

  test("has enough while a reader that does not read is 64 KiB behind, and says when it reads on", async () => {
    const { sink, log, reader } = openSink();
    expect(sink.write([sink.encode("x".repeat(MAX_JOINED_BYTES))])).toBe(false);
    log.length = 0;
    await reader.read();
    await reader.read();
    // workerd pulls when the next read waits, others before.
    const next = reader.read();
    await vi.waitFor(() => expect(log).toContain("drain"));
    expect(sink.write([sink.encode("y")])).toBe(true);
    expect((await next).done).toBe(false);
  });

  test("ends in good order, once", async () => {
    const { sink, log, reader, leaving } = openSink();
    sink.end();
    sink.end();
    sink.abort();
    leaving.abort();
    await reader.read();
    expect((await reader.read()).done).toBe(true);
    expect(log.filter((entry) => entry !== "drain")).toEqual(["finish"]);
    expect(sink.write([sink.encode("late")])).toBe(false);
  });

  test("cuts the stream so that its reader sees it break", async () => {
    const { sink, log, reader } = openSink();
    sink.abort();
    await expect(reader.read()).rejects.toThrow("cut");
    expect(log.filter((entry) => entry !== "drain")).toEqual([]);
  });

  test.each([
    ["cancels the body", ({ reader }: Opened) => reader.cancel()],
    ["aborts its request", async ({ leaving }: Opened) => leaving.abort()],
    [
      "does both",
      ({ reader, leaving }: Opened) => {
        leaving.abort();
        return reader.cancel().catch(() => undefined);
      },
    ],
  ])("is told once when the client %s", async (_how, leave) => {
    const opened = openSink();
    await leave(opened);
    expect(opened.log.filter((entry) => entry !== "drain")).toEqual(["broken peer"]);
    opened.sink.end();
    opened.sink.abort();
    expect(opened.sink.write([opened.sink.encode("late")])).toBe(false);
  });

  test("learns that the client was gone before it began", async () => {
    const log: string[] = [];
    const events = {
      onDrain: () => undefined,
      onFinish: () => undefined,
      onBroken: (code: string) => log.push(code),
    };
    new FetchSink(AbortSignal.abort(), events, () => undefined);
    await Promise.resolve();
    expect(log).toEqual(["peer"]);
  });

  test("S21 leaves no listener on the request's signal", () => {
    const controller = new AbortController();
    const added = vi.spyOn(controller.signal, "addEventListener");
    const removed = vi.spyOn(controller.signal, "removeEventListener");
    const events = { onDrain: () => undefined, onFinish: () => undefined, onBroken: () => undefined };
    new FetchSink(controller.signal, events, () => undefined).abort();
    expect(removed.mock.calls[0]?.slice(0, 2)).toEqual(added.mock.calls[0]?.slice(0, 2));
  });

  test("ends a tick after what the tick's microtasks did, with and without setImmediate", async () => {
    const { sink } = openSink();
    for (const immediate of [globalThis.setImmediate, undefined]) {
      vi.stubGlobal("setImmediate", immediate);
      const order: string[] = [];
      const done = new Promise<void>((resolve) => {
        sink.defer(() => {
          order.push("flush");
          resolve();
        });
      });
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      order.push("microtasks");
      await done;
      expect(order).toEqual(["microtasks", "flush"]);
    }
    vi.unstubAllGlobals();
  });
});
