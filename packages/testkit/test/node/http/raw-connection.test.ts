import type { AddressInfo, Socket } from "node:net";
import { createServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { connectRaw } from "../../../src/node/http/raw-connection.ts";
import { serveListener } from "../../../src/node/http/serve.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/** A server that answers with the given bytes, one piece per turn of the loop, then ends. */
async function connectToBytes(pieces: readonly string[]): Promise<Awaited<ReturnType<typeof connectRaw>>> {
  const server = createServer((socket: Socket) => {
    socket.on("error", () => {});
    void (async () => {
      for (const piece of pieces) await new Promise((resolve) => socket.write(piece, "latin1", resolve));
      socket.end();
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const connection = await connectRaw(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  cleanups.push(
    () => connection.destroy(),
    () => new Promise((resolve) => server.close(resolve)),
  );
  return connection;
}

describe("connectRaw", () => {
  test.each([
    ["a declared length", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"],
    ["chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nh\r\n1\r\ni\r\n0\r\n\r\n"],
    [
      "chunks with trailers",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\na: b\r\n\r\n",
    ],
    ["the end of the connection", "HTTP/1.1 200 OK\r\n\r\nhi"],
    [
      "an interim answer before it",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
    ],
  ])("reads a body framed by %s, cut anywhere", async (_framing, bytes) => {
    for (const pieces of [[bytes], bytes.split("")]) {
      const connection = await connectToBytes(pieces);
      expect(await connection.response()).toMatchObject({ status: 200, body: "hi" });
    }
  });

  test("reads the answers of pipelined requests in their order", async () => {
    const server = await serveListener((req, res) => res.end(req.url));
    cleanups.push(() => server.close());
    const connection = await connectRaw(server.url);
    connection.send({ target: "/1" });
    connection.send({ method: "HEAD", target: "/2" });
    connection.send({ method: "POST", target: "/3", body: "x", chunkSize: 1 });
    expect(await connection.response()).toMatchObject({ status: 200, body: "/1" });
    expect(await connection.response()).toMatchObject({ status: 200, body: "" });
    expect(await connection.response()).toMatchObject({ status: 200, body: "/3" });
    connection.destroy();
  });

  test("reads an event stream event by event, and its end", async () => {
    const connection = await connectToBytes([
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: hello\n\nevent: a\ndata: 1\n",
      "data: 2\n\ndata: x\n\n",
    ]);
    const stream = await connection.stream();
    expect(stream.head.header("content-type")).toBe("text/event-stream");
    expect(await stream.next()).toEqual({ event: "a", data: "1\n2" });
    expect(stream.comments).toEqual(["hello"]);
    expect(await stream.next()).toEqual({ event: undefined, data: "x" });
    expect(await stream.next()).toBeUndefined();
  });

  test("says that the connection ended before an answer", async () => {
    const connection = await connectToBytes([]);
    await expect(connection.response()).rejects.toThrow("ended before an answer");
    await connection.ended;
  });

  test("reads nothing while it is stalled", async () => {
    const server = await serveListener((_req, res) => res.end("late"));
    cleanups.push(() => server.close());
    const connection = await connectRaw(server.url);
    connection.stall();
    connection.send({ target: "/" });
    await expect(connection.response(50)).rejects.toThrow("an answer");
    expect(connection.firstChunk).toHaveLength(0);
    connection.destroy();
  });

  test.each(["reset", "halfClose", "destroy"] as const)("lets the server see a %s", async (fault) => {
    const seen: string[] = [];
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.resume();
      socket.on("error", (error: NodeJS.ErrnoException) => seen.push(String(error.code)));
      socket.on("end", () => {
        seen.push("end");
        socket.end();
      });
      socket.on("close", () => server.close());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const connection = await connectRaw(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    connection[fault]();
    await new Promise((resolve) => server.once("close", resolve));
    expect(seen).toEqual(fault === "reset" ? ["ECONNRESET"] : ["end"]);
    connection.destroy();
  });

  test("rejects when nobody listens", async () => {
    const server = await serveListener(() => {});
    await server.close();
    await expect(connectRaw(server.url)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});
