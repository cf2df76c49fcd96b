import type { JsonRpcMessage } from "@mcp-sse/jsonrpc";
import { until, verifies } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import type { SseClientConnection } from "../src/client-connection.ts";
import { connectSse } from "../src/connect.ts";
import type { SseClientOptions } from "../src/options.ts";
import { branches } from "./peer/branches.ts";
import { block, note } from "./peer/events.ts";
import { hidesRedirects, isBrowser, isNodeHttp } from "./peer/platform.ts";
import { openStream, serve, writeBytewise } from "./peer/server.ts";
import { serveSse } from "./peer/sse-server.ts";

// A `fetch` tells neither a code of the system's, in general, nor whether a request that broke had a connection.
const BROKE = /^the request broke( \([A-Z][A-Za-z_]+\))?$/;

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

  test("asks once for each stream, of several at one URL and after they were closed", async () => {
    const peer = await serveSse();
    for (let round = 1; round <= 3; round++) {
      const connections = [await connect(peer.url), await connect(peer.url)];
      for (const connection of connections) await connection.close();
      expect(peer.received).toHaveLength(2 * round);
    }
  });

  test("holds as many sessions at one origin as the runtime has connections for, and one to post", async () => {
    const peer = await serveSse();
    // Over HTTP/1.1 a browser has six for an origin.
    const connections: SseClientConnection[] = [];
    while (connections.length < (isBrowser ? 6 : 8)) {
      connections.push(await connect(peer.url, { postTimeoutMs: isBrowser ? 500 : 10_000 }));
    }
    const written = connections[0]?.write(PING);
    if (isBrowser) {
      await expect(written).rejects.toMatchObject({ code: "ERR_SSE_POST_TIMEOUT" });
      expect(peer.posted).toEqual([]);
      await connections.pop()?.close();
      await connections[0]?.write(PING);
    } else await written;
    expect(peer.posted).toEqual([PING]);
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
        const text = "\uFEFF: hello\r\n\r\nid: 1\r\n\r\nevent: endpoint\r\ndata: ?s=1\r\n\r\n: more\r\n\r\n";
        await writeBytewise(response, `${text}data: ${JSON.stringify(PING)}\r\n\r\n`);
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
      const connecting = connect(`${peer.origin}/sse`);
      if (hidesRedirects) return expect(connecting).rejects.toMatchObject({ code: "ERR_SSE_REDIRECT" });
      const connection = await connecting;
      expect(connection.endpoint.href).toBe(`${peer.origin}/a/m?s=1`);
      expect(peer.received.map(({ target }) => target)).toEqual(["/sse", "/a/one", "/a/two"]);
    },
  );

  test("says that nobody listens, and not where", async () => {
    const gone = await serve(() => {});
    await new Promise((resolve) => gone.server.close(resolve));
    await expect(connect(`${gone.origin}/sse?token=secret`)).rejects.toMatchObject({
      code: "ERR_SSE_NETWORK",
      message: expect.stringMatching(isNodeHttp ? /^could not connect \(ECONNREFUSED\)$/ : BROKE),
    });
  });

  test("says what broke a request that was sent", async () => {
    const { origin } = await serve((_request, response) => response.destroy());
    await expect(connect(`${origin}/sse`)).rejects.toMatchObject({
      code: "ERR_SSE_NETWORK",
      message: expect.stringMatching(
        isNodeHttp ? /^the request broke \((ECONNRESET|UND_ERR_SOCKET)\)$/ : BROKE,
      ),
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
