import { once } from "node:events";
import { createServer } from "node:http";
import type { JsonRpcMessage } from "@mcp-sse/jsonrpc";
import { until, verifies } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import type { SseClientConnection } from "../src/client-connection.ts";
import { connectSse } from "../src/connect.ts";
import type { SseClientOptions } from "../src/options.ts";
import { branches } from "./peer/branches.ts";
import { block, note } from "./peer/events.ts";
import { openStream, serve } from "./peer/server.ts";
import { serveSse } from "./peer/sse-server.ts";

/** Bun's fetch does not say whether a request that broke had a connection. */
const NOBODY_LISTENS =
  "Bun" in globalThis
    ? /^(SSE error: )?the request broke before its answer/
    : /^(SSE error: )?could not connect \(ECONNREFUSED\)$/;

const PING = { jsonrpc: "2.0", id: 1, method: "ping" } as const;

describe.each(branches)("connectSse over $name", ({ options: branch }) => {
  async function connect(url: string | URL, options: SseClientOptions = {}): Promise<SseClientConnection> {
    const connection = await connectSse(url, { ...branch, ...options });
    onTestFinished(() => connection.close());
    return connection;
  }

  verifies("client.accept", "asks for an event stream", async () => {
    const peer = await serveSse();
    await connect(peer.url);
    expect(peer.received[0]).toMatchObject({ method: "GET", target: "/sse" });
    expect(peer.received[0]?.headers.accept).toBe("text/event-stream");
  });

  verifies("client.post.to-endpoint", "posts each message as JSON to the endpoint", async () => {
    const peer = await serveSse();
    const connection = await connect(peer.url);
    expect(connection.endpoint.href).toBe(`${peer.origin}/message?sessionId=s1`);
    await connection.write(PING);
    expect(peer.posted).toEqual([PING]);
    expect(peer.received[1]).toMatchObject({ method: "POST", target: "/message?sessionId=s1" });
    expect(peer.received[1]?.headers["content-type"]).toBe("application/json");
  });

  verifies("client.one-scanner", "reads what arrives in one chunk with the endpoint", async () => {
    const peer = await serveSse({
      onGet(_request, response) {
        openStream(response);
        response.write(block("endpoint", "/m") + note("a") + note("b"));
      },
    });
    const connection = await connect(peer.url);
    expect(await connection.read()).toEqual({ jsonrpc: "2.0", method: "a" });
    expect(await connection.read()).toEqual({ jsonrpc: "2.0", method: "b" });
  });

  test("reads a stream that comes byte by byte, with a BOM, CRLF, and comments", async () => {
    const peer = await serveSse({
      async onGet(_request, response) {
        openStream(response);
        response.socket?.setNoDelay(true);
        const text = "\uFEFF: hello\r\n\r\nid: 1\r\n\r\nevent: endpoint\r\ndata: ?s=1\r\n\r\n: more\r\n\r\n";
        for (const byte of Buffer.from(`${text}data: ${JSON.stringify(PING)}\r\n\r\n`)) {
          response.write(Buffer.of(byte));
          await new Promise((resolve) => setImmediate(resolve));
        }
      },
    });
    const connection = await connect(peer.url);
    expect(connection.endpoint.href).toBe(`${peer.origin}/sse?s=1`);
    expect(await connection.read()).toEqual(PING);
  });

  verifies(
    "client.redirect",
    "follows redirects on the origin, and resolves the endpoint against what answered",
    async () => {
      const peer = await serve((request, response) => {
        if (request.target === "/sse") response.writeHead(302, { location: "/a/one" }).end("moved");
        else if (request.target === "/a/one") response.writeHead(307, { location: "two" }).end();
        else {
          openStream(response);
          response.write(block("endpoint", "m?s=1"));
        }
      });
      const connection = await connect(`${peer.origin}/sse`);
      expect(connection.endpoint.href).toBe(`${peer.origin}/a/m?s=1`);
      expect(peer.received.map(({ target }) => target)).toEqual(["/sse", "/a/one", "/a/two"]);
    },
  );

  test("says that nobody listens, and not where", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    server.close();
    await once(server, "close");
    await expect(connect(`http://127.0.0.1:${port}/sse?token=secret`)).rejects.toMatchObject({
      code: "ERR_SSE_NETWORK",
      message: expect.stringMatching(NOBODY_LISTENS),
    });
  });

  test("says what broke a request that was sent", async () => {
    const { origin } = await serve((_request, response) => response.destroy());
    await expect(connect(`${origin}/sse`)).rejects.toMatchObject({
      code: "ERR_SSE_NETWORK",
      message: expect.stringMatching(/^the request broke before its answer \((ECONNRESET|UND_ERR_SOCKET)\)$/),
    });
  });

  verifies("client.signal.attempt", "is not ended by its signal once connected", async () => {
    const peer = await serveSse();
    const controller = new AbortController();
    const connection = await connect(peer.url, { signal: controller.signal });
    controller.abort(new Error("too late"));
    peer.stream.write(note("still here"));
    expect(await connection.read()).toEqual({ jsonrpc: "2.0", method: "still here" });
  });

  test("holds a whole conversation", async () => {
    const peer = await serveSse({
      onPost({ body }, response) {
        response.writeHead(202).end();
        const { id } = JSON.parse(body);
        if (id !== undefined)
          peer.stream.write(block("message", JSON.stringify({ jsonrpc: "2.0", id, result: {} })));
      },
    });
    const connection = await connect(peer.url);
    const messages: JsonRpcMessage[] = [];
    const reading = (async () => {
      for await (const message of connection) messages.push(message);
    })();
    await Promise.all([1, 2, 3].map((id) => connection.write({ ...PING, id })));
    await connection.write({ jsonrpc: "2.0", method: "done" });
    await until(() => messages.length === 3, "three answers");
    peer.stream.end();
    expect(await connection.closed).toEqual({ code: "peer" });
    await reading;
    // Posted together, they may have arrived in any order.
    const answers = [1, 2, 3].map((id) => ({ jsonrpc: "2.0", id, result: {} }));
    expect(messages).toHaveLength(3);
    expect(messages).toEqual(expect.arrayContaining(answers));
  });
});
