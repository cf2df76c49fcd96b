import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { until, verifies } from "@mcp-sse/testkit";
import { connectRaw, serveListener } from "@mcp-sse/testkit/node";
import { SSEClientTransport as SdkClientTransportV2 } from "@modelcontextprotocol/client";
import { SSEClientTransport as SdkClientTransportV1 } from "@modelcontextprotocol/sdk/client/sse.js";
import express from "express";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { SdkTransport } from "../src/sdk-transport.ts";
import { SSEClientTransport } from "../src/sse-client-transport.ts";
import { SSEServerTransport, type SSEServerTransportOptions } from "../src/sse-server-transport.ts";
import { serveExpress } from "./peer.ts";
import { createClient, createServer, type Seen, type TestServer, versions } from "./sdk.ts";
import { notification, request } from "./support.ts";

const clientTransports: [name: string, create: (url: URL) => SdkTransport][] = [
  ["ours", (url) => new SSEClientTransport(url)],
  ["that of SDK v1", (url) => new SdkClientTransportV1(url) as unknown as SdkTransport],
  ["that of SDK v2", (url) => new SdkClientTransportV2(url) as unknown as SdkTransport],
];

describe.each(
  versions.flatMap((server) =>
    versions.flatMap((client) =>
      clientTransports.map(([name, create]) => [server, client, name, create] as const),
    ),
  ),
)(
  "express routes with our transport, a server of SDK %s, a client of SDK %s, its transport %s",
  (...pair) => {
    const [serverVersion, clientVersion, , create] = pair;

    async function connect() {
      const servers: TestServer[] = [];
      const served = await serveExpress(SSEServerTransport, () => {
        const server = createServer(serverVersion);
        servers.push(server);
        return server;
      });
      const client = createClient(clientVersion);
      await client.connect(create(served.url));
      onTestFinished(() => client.close());
      return { ...served, client, servers };
    }

    verifies("sdk.server.drop-in", "hold a conversation, and end it once", async () => {
      const { client, servers, transports } = await connect();
      expect(await client.call("echo", { text: "é中😀" })).toBe("é中😀");
      expect(JSON.parse(await client.call("roots"))).toEqual([{ uri: "file:///home", name: "home" }]);
      const seen: Seen = JSON.parse(await client.call("seen"));
      expect(seen).toMatchObject({ sessionId: Object.keys(transports)[0], path: "/messages" });
      await client.close();
      await until(() => servers[0]?.closes() === 1);
      await until(() => Object.keys(transports).length === 0);
      expect(servers[0]?.errors).toEqual([]);
    });

    test("S02: end once on both sides when the server closes", async () => {
      const { client, servers } = await connect();
      // The client of the SDK tries to reconnect; its end is not what is looked at here.
      const call = client.call("wait").catch(() => {});
      await until(() => servers[0]?.waiting.length === 1);
      await servers[0]?.close();
      await client.close();
      await call;
      expect(servers[0]?.closes()).toBe(1);
    });
  },
);

/** One transport on a pair of routes, looked at from both sides. */
async function open(options?: SSEServerTransportOptions, endpoint = "/messages") {
  const onmessage = vi.fn();
  const onclose = vi.fn();
  const onerror = vi.fn();
  let transport: SSEServerTransport | undefined;
  const posts: Promise<void>[] = [];
  const server = await serveListener((req, res) => {
    if (req.method === "GET") {
      transport = new SSEServerTransport(endpoint, res, options);
      Object.assign(transport, { onmessage, onclose, onerror });
      void transport.start();
    } else if (transport !== undefined) {
      posts.push(transport.handlePostMessage(req, res));
    }
  });
  onTestFinished(() => server.close());
  const raw = await connectRaw(server.url);
  onTestFinished(() => raw.destroy());
  raw.send({ target: "/sse" });
  const stream = await raw.stream();
  const { data = "" } = (await stream.next()) ?? {};
  if (transport === undefined) throw new Error("no transport");
  const post = async (body: string, headers: Record<string, string> = {}) => {
    const response = await fetch(new URL(data, server.url), {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });
    return { status: response.status, text: await response.text(), response };
  };
  return {
    transport,
    stream,
    raw,
    post,
    posts,
    endpoint: data,
    url: server.url,
    onmessage,
    onclose,
    onerror,
  };
}

const PING = JSON.stringify(request(1));

describe("SSEServerTransport", () => {
  test.each([
    ["/messages", /^\/messages\?sessionId=[^&]+$/],
    ["/messages?a=b", /^\/messages\?a=b&sessionId=[^&]+$/],
    ["messages", /^\/messages\?sessionId=/],
    ["https://example.com/mcp/messages", /^\/mcp\/messages\?sessionId=/],
    ["//evil.example/messages", /^\/messages\?sessionId=/],
  ])(
    "announces the endpoint %s as a path of its own server, with its sessionId",
    async (endpoint, announced) => {
      const { endpoint: data, transport } = await open({}, endpoint);
      expect(data).toMatch(announced);
      expect(new URL(data, "http://localhost").searchParams.get("sessionId")).toBe(transport.sessionId);
      await transport.close();
    },
  );

  test("answers a message 202 Accepted, and hands it on with its request", async () => {
    const { post, onmessage, url } = await open();
    const { status, text } = await post(PING, { "x-test": "a" });
    expect([status, text]).toEqual([202, "Accepted"]);
    await until(() => onmessage.mock.calls.length === 1);
    const [message, extra] = onmessage.mock.calls[0] ?? [];
    expect(message).toEqual(request(1));
    expect(extra.requestInfo.headers).toMatchObject({ "x-test": "a", host: url.host });
    expect(extra.requestInfo.url.pathname).toBe("/messages");
    expect(extra.request.headers.get("x-test")).toBe("a");
  });

  test.each<[why: string, status: number, body: string, headers: Record<string, string>]>([
    ["text that is no JSON", 400, "secret{", {}],
    ["a batch", 400, `[${PING}]`, {}],
    ["a message without version", 400, '{"id":1,"method":"secret"}', {}],
    ["another media type", 415, PING, { "content-type": "text/plain" }],
    ["a body past the limit", 413, JSON.stringify({ jsonrpc: "2.0", method: "secret".repeat(50) }), {}],
  ])("answers %s %i without echo, tells onerror, and lives", async (_why, status, body, headers) => {
    const { post, onerror, onmessage, onclose } = await open({ maxBodyBytes: 200 });
    const { status: answered, text } = await post(body, headers);
    expect(answered).toBe(status);
    expect(text).not.toContain("secret");
    expect(onerror).toHaveBeenCalledTimes(1);
    expect(String(onerror.mock.calls[0]?.[0])).not.toContain("secret");
    expect((await post(PING)).status).toBe(202);
    await until(() => onmessage.mock.calls.length === 1);
    expect(onclose).not.toHaveBeenCalled();
  });

  test("refuses Host and Origin by the SDK's options, without echo", async () => {
    const options = { enableDnsRebindingProtection: true, allowedHosts: ["other:1"] };
    const { post, onerror, posts, url } = await open(options);
    const { status, text, response } = await post(PING);
    expect([status, text]).toEqual([403, "Invalid Host header"]);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(text).not.toContain(url.host);
    expect(onerror.mock.calls).toEqual([[expect.objectContaining({ message: "Invalid Host header" })]]);
    await Promise.all(posts);
  });

  verifies(
    "http.status.431",
    "answers 1 000 headers and more 431: the last may be dropped ones",
    async () => {
      const allowedOrigins = ["https://app.example"];
      const { onerror, url, onmessage, transport } = await open({
        enableDnsRebindingProtection: true,
        allowedOrigins,
      });
      const ask = async (count: number, last: readonly [string, string]): Promise<number> => {
        const raw = await connectRaw(url);
        onTestFinished(() => raw.destroy());
        const others = Array.from({ length: count - 4 }, (_, index) => [`x${index}`, "a"] as const);
        raw.send({
          method: "POST",
          target: `/messages?sessionId=${transport.sessionId}`,
          headers: [["Host", url.host], ["Content-Type", "application/json"], ...others, last],
          body: PING,
        });
        return (await raw.response()).status;
      };
      const evil = ["Origin", "http://evil.example"] as const;
      expect(await ask(999, evil)).toBe(403);
      for (const count of [1_002, 1_200]) expect(await ask(count, evil)).toBe(431);
      expect(await ask(1_200, ["Content-Encoding", "gzip"])).toBe(431);
      expect(await ask(1_000, ["X-Last", "a"])).toBe(431);
      expect(await ask(999, ["X-Last", "a"])).toBe(202);
      await until(() => onmessage.mock.calls.length === 1);
      expect(onerror.mock.calls.length).toBeGreaterThanOrEqual(2);
    },
  );

  verifies("sdk.server.after-end", "answers a POST after the end 404, and resolves", async () => {
    const { transport, post, posts, onerror, onclose } = await open();
    await transport.close();
    const { status, text } = await post(PING);
    expect(status).toBe(404);
    expect(text).not.toContain(transport.sessionId);
    await Promise.all(posts);
    expect(onerror).not.toHaveBeenCalled();
    expect(onclose).toHaveBeenCalledTimes(1);
  });

  test("sends messages as they are, on one stream", async () => {
    const { transport, stream } = await open();
    await transport.send(request("a"));
    await transport.send(notification("n"));
    expect(JSON.parse((await stream.next())?.data ?? "")).toEqual(request("a"));
    expect(JSON.parse((await stream.next())?.data ?? "")).toEqual(notification("n"));
    await transport.close();
    await expect(transport.send(request(1))).rejects.toMatchObject({
      message: "Not connected",
      code: "ERR_TRANSPORT_NOT_CONNECTED",
    });
  });

  test("S02: ends the response and tells it once, when both sides end it", async () => {
    const { transport, raw, onclose } = await open();
    await transport.close();
    await raw.ended;
    raw.destroy();
    await transport.close();
    expect(onclose).toHaveBeenCalledTimes(1);
  });

  verifies("sdk.close.reentrant", "S03: survives close inside onclose", async () => {
    const { transport, onclose } = await open();
    onclose.mockImplementation(() => transport.close());
    const closing = transport.close();
    expect(transport.close()).toBe(closing);
    await closing;
    expect(onclose).toHaveBeenCalledTimes(1);
  });

  test("tells once that its client vanished", async () => {
    const { transport, raw, onclose, post } = await open();
    raw.reset();
    await until(() => onclose.mock.calls.length === 1);
    expect((await post(PING)).status).toBe(404);
    await transport.close();
    expect(onclose).toHaveBeenCalledTimes(1);
  });

  test("S18: cleans up whatever the application does with onclose", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
    try {
      const before = vi.getTimerCount();
      for (let cycle = 0; cycle < 20; cycle++) {
        const { transport, raw } = await open();
        transport.onclose = cycle % 2 === 0 ? undefined : () => {};
        await transport.close();
        await raw.ended;
      }
      expect(vi.getTimerCount()).toBe(before);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([undefined, null, "/m", {}, { end() {} }])("refuses %o for a response", (response) => {
    expect(() => new SSEServerTransport("/m", response as unknown as ServerResponse)).toThrow(
      new TypeError("response must be that of the GET, an http.ServerResponse"),
    );
  });

  test("refuses an endpoint that no URL parser takes, and repeats none of it", () => {
    expect(() => new SSEServerTransport("http://a b/?key=secret", {} as ServerResponse)).toThrow(
      new TypeError("endpoint must be a path or a URL: where clients POST"),
    );
  });

  test("takes the words of the SDK for a use out of turn", async () => {
    const { transport } = await open();
    await expect(transport.start()).rejects.toMatchObject({
      message:
        "SSEServerTransport already started! If using Server class, note that connect() calls start() automatically.",
      code: "ERR_TRANSPORT_STARTED",
    });
    await transport.close();
  });

  test("before start sends nothing, and answers a POST 500 with an error", async () => {
    let handled: Promise<void> | undefined;
    let sent: Promise<unknown> | undefined;
    const server = await serveListener((req, res) => {
      const transport = new SSEServerTransport("/messages", res);
      sent = transport.send(request(1)).catch((error: unknown) => error);
      handled = transport.handlePostMessage(req, res);
      handled.catch(() => {});
    });
    onTestFinished(() => server.close());
    const response = await fetch(server.url, { method: "POST", body: PING });
    expect([response.status, await response.text()]).toEqual([500, "SSE connection not established"]);
    expect(await sent).toMatchObject({ message: "Not connected" });
    await expect(handled).rejects.toMatchObject({
      message: "SSE connection not established",
      code: "ERR_TRANSPORT_NOT_CONNECTED",
    });
  });

  test("fails to start on a response that was answered, and lets go once", async () => {
    const onclose = vi.fn();
    const started: Promise<unknown>[] = [];
    const server = await serveListener((_req, res) => {
      res.end("mine");
      const transport = new SSEServerTransport("/messages", res);
      transport.onclose = onclose;
      started.push(transport.start().catch((error: unknown) => error));
    });
    onTestFinished(() => server.close());
    expect(await (await fetch(server.url)).text()).toBe("mine");
    expect(await started[0]).toMatchObject({ code: "ERR_TRANSPORT_NOT_CONNECTED" });
    expect(onclose).toHaveBeenCalledTimes(1);
  });

  test("leaves the response alone when it is closed before it starts", async () => {
    const onclose = vi.fn();
    const server = await serveListener((_req, res) => {
      const transport = new SSEServerTransport("/messages", res);
      transport.onclose = onclose;
      void transport.close().then(() => res.writeHead(503).end("later"));
    });
    onTestFinished(() => server.close());
    const response = await fetch(server.url);
    expect([response.status, await response.text()]).toEqual([503, "later"]);
    expect(onclose).toHaveBeenCalledTimes(1);
  });

  test("tells the end of a stream whose client had left before start", async () => {
    const closes: number[] = [];
    const server = await serveListener((_req, res) => {
      const transport = new SSEServerTransport("/messages", res);
      void once(res, "close").then(async () => {
        transport.onclose = () => closes.push(1);
        await transport.start();
      });
    });
    onTestFinished(() => server.close());
    const raw = await connectRaw(server.url);
    raw.send({ target: "/sse" });
    raw.reset();
    await until(() => closes.length === 1);
  });

  test("takes a message by another way, and refuses what is none", async () => {
    const { transport, onmessage, onerror } = await open();
    const authInfo = { token: "t", clientId: "c", scopes: [] };
    await transport.handleMessage(request(1), { authInfo });
    expect(onmessage.mock.calls).toEqual([[request(1), { authInfo }]]);
    await expect(transport.handleMessage({ id: 1 })).rejects.toMatchObject({
      code: "ERR_RPC_INVALID_REQUEST",
    });
    expect(onerror).toHaveBeenCalledTimes(1);
    await transport.close();
  });

  test.each<[parser: string, middleware: express.RequestHandler | undefined, pass: boolean]>([
    ["express.json()", express.json(), false],
    ["express.text()", express.text({ type: "*/*" }), false],
    ["express.raw()", express.raw({ type: "*/*" }), false],
    ["a parser whose result is passed on", express.json(), true],
  ])("S01: takes a body that %s has read", async (_parser, middleware, pass) => {
    const onmessage = vi.fn();
    let transport: SSEServerTransport | undefined;
    const app = express();
    if (middleware !== undefined) app.use(middleware);
    app.get("/sse", (_req, res) => {
      transport = new SSEServerTransport("/messages", res);
      transport.onmessage = onmessage;
      void transport.start();
    });
    app.post(
      "/messages",
      (req, res) => void transport?.handlePostMessage(req, res, pass ? req.body : undefined),
    );
    const server = await serveListener(app);
    onTestFinished(() => server.close());
    const client = new SSEClientTransport(new URL("/sse", server.url));
    await client.start();
    await client.send(request(1));
    await until(() => onmessage.mock.calls.length === 1);
    await client.close();
  });

  test("hands on the auth of a middleware", async () => {
    const authInfo = { token: "t", clientId: "c9", scopes: ["a"] };
    const server = createServer("v1");
    let transport: SSEServerTransport | undefined;
    const served = await serveListener((req: IncomingMessage & { auth?: unknown }, res: ServerResponse) => {
      req.auth = authInfo;
      if (req.method === "GET") {
        transport = new SSEServerTransport("/messages", res);
        void server.connect(transport);
      } else {
        void transport?.handlePostMessage(req, res);
      }
    });
    onTestFinished(() => served.close());
    const client = createClient("v1");
    await client.connect(new SSEClientTransport(new URL("/sse", served.url)));
    expect(JSON.parse(await client.call("seen"))).toMatchObject({ clientId: "c9" });
    await client.close();
  });

  test("hands messages on in the asynchronous context of handlePostMessage, as the SDK does", async () => {
    const storage = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    let transport: SSEServerTransport | undefined;
    const served = await serveListener((req, res) => {
      const { "x-n": n = "" } = req.headers;
      storage.run(`${req.method} ${n.toString()}`, () => {
        if (req.method === "GET") {
          transport = new SSEServerTransport("/messages", res);
          transport.onmessage = () => seen.push(storage.getStore());
          void transport.start();
        } else {
          void transport?.handlePostMessage(req, res);
        }
      });
    });
    onTestFinished(() => served.close());
    const headers: Record<string, string> = {};
    const client = new SSEClientTransport(served.url, { requestInit: { headers } });
    await client.start();
    for (const n of ["1", "2", "3"]) {
      headers["x-n"] = n;
      await client.send(request(n));
    }
    await until(() => seen.length === 3);
    expect(seen).toEqual(["POST 1", "POST 2", "POST 3"]);
    await client.close();
  });

  test("ends a reader that takes nothing, by its limits", async () => {
    const { transport, raw, onclose, onerror } = await open({
      maxBacklogBytes: 64 * 1024,
      highWaterBytes: 1024,
    });
    raw.stall();
    const big = { jsonrpc: "2.0", method: "n", params: { text: "x".repeat(256 * 1024) } } as const;
    const sends = Array.from({ length: 64 }, () => transport.send(big).catch((error: unknown) => error));
    await until(() => onclose.mock.calls.length === 1);
    expect(onerror).toHaveBeenCalledWith(
      expect.objectContaining({
        code: "ERR_CONNECTION_CLOSED",
        reason: expect.objectContaining({ code: "backlog" }),
      }),
    );
    const ended = { message: "Not connected", cause: { reason: { code: "backlog" } } };
    expect((await Promise.all(sends)).at(-1)).toMatchObject(ended);
    await expect(transport.send(request(1))).rejects.toMatchObject(ended);
  });
});
