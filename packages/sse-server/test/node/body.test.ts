import { once } from "node:events";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Interruptions } from "../../src/interruptions.ts";
import { readNodeBody } from "../../src/node/body.ts";

function request(props: Record<string, unknown> = {}): IncomingMessage {
  const req = new IncomingMessage(new Socket());
  for (const [name, value] of Object.entries(props)) Object.defineProperty(req, name, { value });
  return req;
}

const events = ["data", "end", "error", "close"];

describe("readNodeBody", () => {
  test("reads one chunk, several, and none", async () => {
    for (const chunks of [["0123456789"], ["01", "23456789"], []]) {
      const req = request();
      const reading = readNodeBody(req, undefined, 10, 1_000);
      for (const chunk of chunks) req.push(chunk);
      req.push(null);
      const body = await reading;
      if (body.kind !== "content") throw new Error(body.kind);
      expect(Buffer.from(body.content).toString()).toBe(chunks.join(""));
      expect(body.bytes).toBe(chunks.join("").length);
    }
  });

  test("stops at the first byte above the limit and leaves no listener", async () => {
    const req = request();
    const before = events.map((event) => req.listenerCount(event));
    const reading = readNodeBody(req, undefined, 10, 1_000);
    req.push("01234567890");
    expect(await reading).toEqual({ kind: "too-large" });
    expect(events.map((event) => req.listenerCount(event))).toEqual(before);
  });

  test("stops at the deadline, and leaves neither timer nor listener", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const req = request();
    const before = events.map((event) => req.listenerCount(event));
    const reading = readNodeBody(req, undefined, 10, 1_000);
    vi.advanceTimersByTime(1_000);
    expect(await reading).toEqual({ kind: "timeout" });
    expect([vi.getTimerCount(), events.map((event) => req.listenerCount(event))]).toEqual([0, before]);
    const unlimited = request();
    void readNodeBody(unlimited, undefined, 10, Infinity);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("tells a body that broke off", async () => {
    const req = request();
    const reading = readNodeBody(req, undefined, 10, 1_000);
    req.push("01");
    req.destroy(new Error("reset"));
    expect(await reading).toEqual({ kind: "aborted" });
  });

  test("waits for no body of what has ended or ends, and leaves no timer and no listener", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const [req, owner] = [request(), new Interruptions()];
    const reading = readNodeBody(req, undefined, 10, 1_000, owner);
    owner.run();
    expect(await reading).toEqual({ kind: "over" });
    expect(await readNodeBody(req, undefined, 10, 1_000, owner)).toEqual({ kind: "over" });
    expect([vi.getTimerCount(), req.listenerCount("data"), req.listenerCount("close")]).toEqual([0, 0, 0]);
  });

  test("tells a body whose client left before it was read, without waiting for the deadline", async () => {
    const req = request();
    req.push("[1]");
    req.push(null);
    req.destroy();
    await once(req, "close");
    expect(await readNodeBody(req, undefined, 10, Infinity)).toEqual({ kind: "aborted" });
  });

  test("takes no text of a stream that was reset, although it ends", async () => {
    const stream = { closed: false };
    const req = request({ stream });
    const reading = readNodeBody(req, undefined, 10, 1_000);
    req.push("[1]");
    req.push(null);
    stream.closed = true;
    expect(await reading).toEqual({ kind: "aborted" });
  });

  test.each([
    ["a value", { a: 1 }, { kind: "parsed", value: { a: 1 }, bytes: 7 }],
    ["null", null, { kind: "parsed", value: null, bytes: 7 }],
    ["text", '{"é":1}', { kind: "content", content: '{"é":1}', bytes: 8 }],
    ["bytes", Buffer.from("{}"), { kind: "content", content: Buffer.from("{}"), bytes: 2 }],
  ])("S01 takes %s that a parser kept", async (_what, body, expected) => {
    const headers = { "content-length": "7" };
    expect(await readNodeBody(request({ readableDidRead: true, headers, body }), undefined, 10, 1)).toEqual(
      expected,
    );
    expect(await readNodeBody(request({ headers }), body, 10, 1)).toEqual(expected);
  });

  test("S01 knows a body that was consumed and not kept", async () => {
    expect(await readNodeBody(request({ readableDidRead: true }), undefined, 10, 1)).toEqual({
      kind: "consumed",
    });
  });

  test("reads the stream where a parser left an empty body and did not touch it", async () => {
    const req = request({ body: {} });
    const reading = readNodeBody(req, undefined, 10, 1_000);
    req.push("[1]");
    req.push(null);
    expect(await reading).toMatchObject({ kind: "content", bytes: 3 });
  });

  test("trusts a body where the platform does not tell what was read", async () => {
    const req = { headers: {}, body: { a: 1 } } as never;
    expect(await readNodeBody(req, undefined, 10, 1)).toEqual({ kind: "parsed", value: { a: 1 }, bytes: 0 });
  });
});
