import { PassThrough } from "node:stream";
import { type CloseReason, decodeMessage, encodeMessage, type JsonRpcMessage } from "@mcp-sse/jsonrpc";
import { connectionSuite, type Message, until } from "@mcp-sse/testkit";
import { describe, expect, test, vi } from "vitest";
import { type IgnoredLine, LineConnection } from "../src/line-connection.ts";

// A busy machine is slow.
vi.setConfig({ testTimeout: 30_000 });

function pair(maxLineBytes = 4_000_000) {
  const readable = new PassThrough();
  const writable = new PassThrough({ highWaterMark: 1_024 });
  const ignored: IgnoredLine[] = [];
  const writeEnds: unknown[] = [];
  const connection = new LineConnection({
    readable,
    writable,
    maxLineBytes,
    onIgnored: (line) => ignored.push(line),
    onReadEnd: (error): CloseReason =>
      error === undefined ? { code: "peer" } : { code: "network", cause: error },
    onWriteEnd: (error) => {
      writeEnds.push(error);
      readable.destroy();
    },
    onClose: () => readable.destroy(),
  });
  return { connection, readable, writable, ignored, writeEnds };
}

const note = (method: string): JsonRpcMessage => ({ jsonrpc: "2.0", method });

connectionSuite({
  name: "a line connection",
  async open() {
    const { connection, readable, writable } = pair();
    let text = "";
    let isHeld = false;
    const lines: string[] = [];
    let isOver = false;
    writable.setEncoding("utf8");
    const drain = (): void => {
      if (isHeld) return;
      for (let chunk = writable.read(); chunk !== null; chunk = writable.read()) text += chunk;
      const parts = text.split("\n");
      text = parts.pop() ?? "";
      lines.push(...parts);
    };
    writable.on("readable", drain);
    writable.on("end", () => {
      isOver = true;
    });
    return {
      local: connection,
      peer: {
        async send(message: Message) {
          readable.write(`${encodeMessage(message as JsonRpcMessage)}\n`);
          await new Promise((resolve) => setImmediate(resolve));
        },
        async receive() {
          await until(() => lines.length > 0 || isOver);
          const line = lines.shift();
          return line === undefined ? undefined : decodeMessage(line);
        },
        hold() {
          isHeld = true;
        },
        end() {
          readable.end();
        },
      },
      dispose() {
        isHeld = false;
        drain();
        readable.destroy();
        writable.destroy();
      },
    };
  },
});

describe("a line connection", () => {
  test("reads no further while too much is unread", async () => {
    const { connection, readable } = pair();
    const line = `${encodeMessage({ jsonrpc: "2.0", method: "x", params: { text: "x".repeat(50_000) } })}\n`;
    for (let i = 0; i < 10; i++) readable.write(line);
    await until(() => readable.isPaused());
    expect(readable.readableLength + readable.writableLength).toBeGreaterThan(100_000);
    for (let i = 0; i < 10; i++) expect(await connection.read()).toMatchObject({ method: "x" });
    expect(readable.isPaused()).toBe(false);
  });

  test("sees the end though too much was unread when it was closed", async () => {
    const readable = new PassThrough();
    const connection = new LineConnection({
      readable,
      writable: new PassThrough(),
      maxLineBytes: 1_000_000,
      onIgnored() {},
      onReadEnd: () => ({ code: "peer" }),
      onWriteEnd() {},
      onClose() {},
    });
    const line = `${encodeMessage({ jsonrpc: "2.0", method: "x", params: { text: "x".repeat(50_000) } })}\n`;
    for (let i = 0; i < 20; i++) readable.write(line);
    await until(() => readable.isPaused());
    const closing = connection.close();
    readable.end();
    await closing;
    expect(await connection.closed).toEqual({ code: "local" });
  });

  test("delivers the last line without its end", async () => {
    const { connection, readable } = pair();
    readable.end(encodeMessage(note("last")));
    expect(await connection.read()).toEqual(note("last"));
    expect(await connection.read()).toBeUndefined();
    expect(await connection.closed).toEqual({ code: "peer" });
  });

  test("tells of lines that are none, and of whose answer they were", async () => {
    const { connection, readable, ignored } = pair(100);
    const long = `{"jsonrpc":"2.0","id":3,"result":"${"x".repeat(200)}"}`;
    readable.write(`noise\n{"id":1,"result":{}}\n{"id":{},"result":{}}\n${long}\n{"x":"${long}"}\n`);
    readable.write(`${encodeMessage(note("after"))}\n`);
    expect(await connection.read()).toEqual(note("after"));
    expect(ignored).toMatchObject([
      { reason: "not-a-message", bytes: 5, id: undefined, ambiguous: false },
      { reason: "not-a-message", id: 1, ambiguous: false },
      { reason: "not-a-message", id: undefined, ambiguous: false },
      { reason: "too-long", bytes: long.length, id: 3, ambiguous: false },
      { reason: "too-long", id: undefined, ambiguous: true },
    ]);
  });

  test("J07: hands on its own reading of a message, never the bytes", async () => {
    const { connection, readable } = pair();
    readable.write('{"jsonrpc":"2.0","method":"a","Method":"b","method":"c","extra":1}\n');
    expect(await connection.read()).toEqual(note("c"));
  });

  test("ends with the error of what is read", async () => {
    const { connection, readable } = pair();
    const error = new Error("broken");
    readable.destroy(error);
    expect(await connection.closed).toEqual({ code: "network", cause: error });
  });

  test("rejects what waits when nothing more can be written, and says so once", async () => {
    const { connection, writable, writeEnds } = pair();
    const big: JsonRpcMessage = { jsonrpc: "2.0", method: "x", params: { text: "x".repeat(10_000) } };
    await connection.write(big);
    const waiting = connection.write(big);
    const error = new Error("EPIPE");
    writable.destroy(error);
    await expect(waiting).rejects.toMatchObject({ code: "ERR_CONNECTION_CLOSED" });
    await expect(connection.write(big)).rejects.toMatchObject({ code: "ERR_CONNECTION_CLOSED" });
    expect(writeEnds).toEqual([error]);
  });
});
