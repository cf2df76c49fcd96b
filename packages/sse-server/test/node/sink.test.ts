import { createServer, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { connectRaw, type RawConnection } from "@mcp-sse/testkit/node";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createSseHandler } from "../../src/handler.ts";
import { toNodeListener } from "../../src/node/listener.ts";
import { NodeSink } from "../../src/node/sink.ts";
import { collect, listen } from "../support/adapters.ts";
import { notification } from "../support/client.ts";
import { countWrites } from "../support/socket-writes.ts";

interface Opened {
  readonly sink: NodeSink;
  readonly res: ServerResponse;
  readonly log: string[];
  readonly connection: RawConnection;
}

async function openSink(): Promise<Opened> {
  const log: string[] = [];
  const opened: { sink: NodeSink; res: ServerResponse }[] = [];
  const server = createServer((req, res) => {
    const sink = new NodeSink(req, res, {
      onDrain: () => log.push("drain"),
      onFinish: () => log.push("finish"),
      onBroken: (code, cause) =>
        log.push(cause instanceof Error ? `broken ${code} with cause` : `broken ${code}`),
    });
    opened.push({ sink, res });
  });
  const { url } = await listen(server);
  const connection = await connectRaw(url);
  onTestFinished(() => connection.destroy());
  connection.send({ target: "/sse" });
  await expect.poll(() => opened.length).toBe(1);
  return { ...(opened[0] as { sink: NodeSink; res: ServerResponse }), log, connection };
}

const HEADERS = { "content-type": "text/event-stream" };

describe("NodeSink", () => {
  test("sends status, headers and the first event in one write", async () => {
    const { sink, connection } = await openSink();
    expect(sink.start(HEADERS, "data: first\n\n")).toBe(true);
    const stream = await connection.stream();
    expect(stream.head.status).toBe(200);
    const text = connection.firstChunk.toString();
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-type: text\/event-stream\r\n/);
    expect(text).toContain("data: first\n\n");
  });

  test("sends a batch, small chunks joined, as one piece", async () => {
    const { sink, connection } = await openSink();
    sink.start(HEADERS, "data: 0\n\n");
    const stream = await connection.stream();
    await stream.next();
    sink.write(["data: 1\n\n", "data: é\n\n"]);
    expect([await stream.next(), await stream.next()]).toMatchObject([{ data: "1" }, { data: "é" }]);
    expect(sink.byteLength("é")).toBe(2);
    expect(sink.byteLength(new Uint8Array(3))).toBe(3);
  });

  test("holds large text as bytes, outside of V8's heap, and sends it among small text in order", async () => {
    const { sink, connection } = await openSink();
    sink.start(HEADERS, "data: 0\n\n");
    const stream = await connection.stream();
    await stream.next();
    const large = "é€".repeat(20_000);
    const chunks = ["data: 1\n\n", `data: ${large}\n\n`, "data: 2\n\n"].map((text) => sink.encode(text));
    expect(chunks.map((chunk) => typeof chunk)).toEqual(["string", "object", "string"]);
    expect(chunks.map((chunk) => sink.byteLength(chunk))).toEqual([9, 100_008, 9]);
    sink.write(chunks);
    const events = [await stream.next(), await stream.next(), await stream.next()];
    expect(events).toMatchObject([{ data: "1" }, { data: large }, { data: "2" }]);
  });

  test("has enough while the client does not read, tells how much is left, and says when it reads on", async () => {
    const { sink, log, connection } = await openSink();
    sink.start(HEADERS, "data: 0\n\n");
    const stream = await connection.stream();
    connection.stall();
    const event = `data: ${"x".repeat(1024 * 1024)}\n\n`;
    let writes = 1;
    while (sink.write([event]) || writes < 20) writes++;
    await expect.poll(() => sink.pendingBytes()).toBeGreaterThan(0);
    expect(log).toEqual([]);
    connection.resume();
    for (let read = 0; read <= writes; read++) await stream.next();
    await expect.poll(() => log).toEqual(["drain"]);
    expect(sink.pendingBytes()).toBe(0);
  });

  test("tells of a socket beneath TLS what that still holds, for TLS itself does not know", () => {
    const socket = { _handle: { writeQueueSize: 9, _parent: { writeQueueSize: 5 } } };
    const req = { socket, resume() {} } as never;
    const events = { onDrain() {}, onFinish() {}, onBroken() {} };
    expect(new NodeSink(req, { on() {} } as never, events).pendingBytes()).toBe(5);
  });

  test("ends in good order", async () => {
    const { sink, log, connection } = await openSink();
    sink.start(HEADERS, "data: 0\n\n");
    sink.end();
    sink.end();
    const stream = await connection.stream();
    await stream.next();
    expect(await stream.next()).toBeUndefined();
    await connection.ended;
    await expect.poll(() => log).toEqual(["finish"]);
  });

  test("cuts the stream, and does not report its own deed", async () => {
    const { sink, log, res, connection } = await openSink();
    sink.start(HEADERS, "data: 0\n\n");
    sink.abort();
    sink.end();
    await connection.ended;
    await expect.poll(() => res.closed).toBe(true);
    expect(log).toEqual([]);
  });

  test("only lets go of a response that it has not started", async () => {
    const { sink, res, connection } = await openSink();
    sink.abort();
    expect(res.destroyed).toBe(false);
    res.end("answered by somebody else");
    expect((await connection.response()).body.toString()).toBe("answered by somebody else");
  });

  test("tells a client that leaves from one that resets", async () => {
    const leaving = await openSink();
    leaving.sink.start(HEADERS, "data: 0\n\n");
    leaving.connection.halfClose();
    await expect.poll(() => leaving.log).toEqual(["broken peer"]);
    const resetting = await openSink();
    resetting.sink.start(HEADERS, "data: 0\n\n");
    await resetting.connection.stream();
    resetting.connection.reset();
    await expect.poll(() => resetting.log).toEqual(["broken network with cause"]);
  });

  test("S17 survives that something else ends or has answered the response", async () => {
    const ended = await openSink();
    ended.sink.start(HEADERS, "data: 0\n\n");
    ended.res.end();
    expect(ended.sink.write(["data: late\n\n"])).toBe(false);
    await expect.poll(() => ended.log).toEqual(["broken local with cause"]);
    const silently = await openSink();
    silently.sink.start(HEADERS, "data: 0\n\n");
    silently.res.end();
    await expect.poll(() => silently.log).toEqual(["broken local with cause"]);
    const answered = await openSink();
    answered.res.writeHead(504).end();
    expect(answered.sink.start(HEADERS, "data: 0\n\n")).toBe(false);
    await expect.poll(() => answered.log).toEqual(["broken local with cause"]);
  });

  test("learns that the client was gone before it began", async () => {
    const log: string[] = [];
    const gone = { destroyed: true, on: () => undefined, removeListener: () => undefined };
    const req = { httpVersionMajor: 1, socket: {}, resume: () => undefined };
    new NodeSink(req as never, gone as never, {
      onDrain: () => undefined,
      onFinish: () => undefined,
      onBroken: (code) => log.push(code),
    });
    await new Promise(setImmediate);
    expect(log).toEqual(["peer"]);
  });

  test("learns that the client is gone while an earlier answer holds the connection", async () => {
    const log: string[] = [];
    const server = createServer((req, res) => {
      if (req.url === "/first") return;
      new NodeSink(req, res, {
        onDrain: () => undefined,
        onFinish: () => undefined,
        onBroken: (code) => log.push(`${req.url} ${code}`),
      });
      log.push("opened");
    });
    const { url } = await listen(server);
    const connection = await connectRaw(url);
    for (const target of ["/first", "/second", "/third"]) connection.send({ target });
    await expect.poll(() => log).toEqual(["opened", "opened"]);
    connection.destroy();
    await expect.poll(() => log.slice(2)).toEqual(["/second peer", "/third peer"]);
  });

  test("H06 calls flush where there is one, and only there", async () => {
    const { sink, res } = await openSink();
    sink.start(HEADERS, "data: 0\n\n");
    const flush = vi.fn();
    Object.assign(res, { flush });
    sink.write(["data: 1\n\n"]);
    expect(flush).toHaveBeenCalledTimes(1);
  });

  test("S21 leaves the response as many listeners as it had, but the one that keeps errors harmless", async () => {
    const { sink, res, connection } = await openSink();
    sink.start(HEADERS, "data: 0\n\n");
    const counts = (): number[] => [
      ...["drain", "finish", "close"].map((event) => res.listenerCount(event)),
      (res.socket ?? socket).listenerCount("drain"),
    ];
    const socket = res.socket as Socket;
    const [drain = 0, finish = 0, close = 0, socketDrain = 0] = counts();
    connection.stall();
    for (let writes = 0; sink.write([`data: ${"x".repeat(1024 * 1024)}\n\n`]); writes++) {
      expect(writes).toBeLessThan(50);
    }
    sink.write(["data: 1\n\n"]);
    expect(counts()).toEqual([drain + 1, finish, close, socketDrain + 1]);
    connection.destroy();
    await expect.poll(counts).toEqual([drain, finish - 1, close - 1, socketDrain]);
  });
});

describe("what a session writes in one tick", () => {
  const SMALL = notification("small", { pad: "x".repeat(200) });
  const LARGE = notification("large", { pad: "x".repeat(20_000) });

  test.each([
    ["the socket", false],
    ["a response that a middleware has wrapped", true],
  ])("leaves in one write to %s, small, large or mixed, and alone at once", async (_where, isWrapped) => {
    const { sessions, accept } = collect();
    const handler = createSseHandler(accept);
    onTestFinished(() => handler.close({ graceMs: 0 }));
    const listener = toNodeListener(handler);
    const sockets: Socket[] = [];
    const server = createServer((req, res) => {
      sockets.push(req.socket);
      if (isWrapped) Object.assign(res, { flush: () => undefined });
      listener(req, res);
    });
    const connection = await connectRaw((await listen(server)).url);
    onTestFinished(() => connection.destroy());
    connection.send({ target: "/sse" });
    const stream = await connection.stream();
    await stream.next();
    const writes = countWrites(sockets[0] as Socket);
    for (const batch of [
      [SMALL],
      [LARGE],
      Array.from({ length: 50 }, () => SMALL),
      [LARGE, LARGE, LARGE],
      [SMALL, LARGE, SMALL, SMALL, LARGE, SMALL],
    ]) {
      for (const message of batch) void sessions[0]?.write(message);
      for (const message of batch) expect((await stream.next())?.data).toBe(JSON.stringify(message));
      expect(writes(), `${batch.length} messages`).toBe(1);
    }
    // Each write of a loop that awaits them is part of the same tick: no microtask ends it.
    for (let count = 0; count < 20; count++) await sessions[0]?.write(SMALL);
    for (let count = 0; count < 20; count++) await stream.next();
    expect(writes()).toBe(1);
  });
});
