// The listener where it is at home: node:http, http2, Express, with parsers, mounts and compression.

import { createServer, request as httpRequest, type IncomingMessage, type RequestListener } from "node:http";
import http2 from "node:http2";
import { createRequire } from "node:module";
import { until, verifies, within } from "@mcp-sse/testkit";
import { connectRaw } from "@mcp-sse/testkit/node";
import express from "express";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createSseHandler, type SseHandler } from "../../src/handler.ts";
import { toNodeListener } from "../../src/node/listener.ts";
import type { SseHandlerOptions } from "../../src/options.ts";
import type { SseSession } from "../../src/session.ts";
import { type Accept, collect, echo, listen } from "../support/adapters.ts";
import { notification, open, ping, post } from "../support/client.ts";

// The middleware has no types of its own.
const require = createRequire(import.meta.url);
const compression: (options: { threshold: number; filter(): boolean }) => express.RequestHandler =
  require("compression");

function handle(accept: Accept, options?: SseHandlerOptions): SseHandler {
  const handler = createSseHandler(accept, options);
  onTestFinished(() => handler.close({ graceMs: 0 }));
  return handler;
}

async function serve(listener: RequestListener): Promise<string> {
  return (await listen(createServer(listener))).url;
}

async function converse(url: string): Promise<void> {
  const client = await open(fetch, url);
  const accepted = await client.post(ping("x"));
  expect(accepted.status).toBe(202);
  expect(await client.nextMessage()).toMatchObject({ id: "x" });
  await client.leave();
}

describe("toNodeListener", () => {
  test("refuses a handler that is not ours", () => {
    expect(() => toNodeListener({ fetch } as never)).toThrow(TypeError);
  });

  test("builds no Request, Response or web stream on the way", async () => {
    const url = await serve(toNodeListener(handle(echo)));
    const built: string[] = [];
    for (const name of ["Request", "Response", "Headers", "ReadableStream", "URL"] as const) {
      const Original = globalThis[name];
      vi.stubGlobal(
        name,
        new Proxy(Original, {
          construct(target, args, newTarget) {
            if (/sse-server\/src/.test(new Error().stack ?? "")) built.push(name);
            return Reflect.construct(target, args, newTarget);
          },
        }),
      );
    }
    onTestFinished(() => void vi.unstubAllGlobals());
    const connection = await connectRaw(url);
    onTestFinished(() => connection.destroy());
    connection.send({ target: "/sse" });
    const endpoint = (await (await connection.stream()).next())?.data ?? "";
    const poster = await connectRaw(url);
    onTestFinished(() => poster.destroy());
    const headers: [string, string][] = [["content-type", "application/json"]];
    poster.send({ method: "POST", target: endpoint, headers, body: JSON.stringify(ping()) });
    expect((await poster.response()).status).toBe(202);
    expect(built).toEqual([]);
  });
});

describe("a client that leaves while the application takes its time", () => {
  /** Pipelines three GETs on one connection, and leaves when the application has been asked about each. */
  async function leaveWhileAsked(
    make: (ask: () => Promise<void>) => { accept: Accept; options: SseHandlerOptions },
  ): Promise<{ handler: SseHandler; answer: () => void }> {
    let answer!: () => void;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const asked = vi.fn();
    const left = vi.fn();
    const { accept, options } = make(() => {
      asked();
      return answered;
    });
    const handler = handle(accept, options);
    const listener = toNodeListener(handler);
    const url = await serve((req, res) => {
      if (asked.mock.calls.length === 0) req.socket.on("close", left);
      listener(req, res);
    });
    const connection = await connectRaw(url);
    onTestFinished(() => connection.destroy());
    for (let count = 0; count < 3; count++) connection.send({ target: "/sse" });
    await until(() => asked.mock.calls.length === 3, "the application to be asked");
    connection.destroy();
    await until(() => left.mock.calls.length > 0, "the server to see the end");
    return { handler, answer };
  }

  test("leaves no session while accept is at work, of a GET pipelined behind an unanswered one either", async () => {
    const sessions: SseSession[] = [];
    const { handler, answer } = await leaveWhileAsked((ask) => ({
      accept(session) {
        sessions.push(session);
        return ask();
      },
      options: {},
    }));
    const ends = await Promise.all(sessions.map(({ closed }) => closed));
    expect([ends, handler.sessionCount]).toEqual([[{ code: "peer" }, { code: "peer" }, { code: "peer" }], 0]);
    answer();
  });

  test("makes no session while authorize is at work, and waits for it no longer", async () => {
    const refused = vi.fn();
    const accept = vi.fn();
    const { handler, answer } = await leaveWhileAsked((ask) => ({
      accept,
      options: { authorize: () => ask().then(() => ({ principal: "alice" })), observer: { refused } },
    }));
    await until(() => refused.mock.calls.length === 3, "three refusals");
    expect(refused).toHaveBeenCalledWith(
      expect.objectContaining({ refusal: "AUTHORIZE_TIMEOUT", detail: expect.stringContaining("gave up") }),
    );
    answer();
    await new Promise(setImmediate);
    expect([accept.mock.calls.length, handler.sessionCount]).toEqual([0, 0]);
  });
});

test("a stream that somebody else answers while it starts is told of as opened, then closed", async () => {
  const told: string[] = [];
  const observer = {
    opened: () => told.push("opened"),
    closed: ({ reason }: { reason: { code: string } }) => told.push(`closed ${reason.code}`),
  };
  const listener = toNodeListener(
    handle(
      async ({ request }) => {
        await until(() => answered.has(request.target), "the other's answer");
      },
      { observer },
    ),
  );
  const answered = new Set<string | undefined>();
  const url = await serve((req, res) => {
    listener(req, res);
    setImmediate(() => {
      res.writeHead(204).flushHeaders();
      answered.add(req.url);
    });
  });
  const response = await fetch(`${url}/sse`);
  expect(response.status).toBe(204);
  await until(() => told.length === 2, "the end");
  expect(told).toEqual(["opened", "closed local"]);
});

describe("under Express", () => {
  test.each<[string, () => express.RequestHandler]>([
    ["no parser", () => (_req, _res, next) => next()],
    ["express.json()", () => express.json()],
    ["express.raw()", () => express.raw({ type: "*/*" })],
    ["express.text()", () => express.text({ type: "*/*" })],
  ])("S01 takes bodies behind %s", async (_name, parser) => {
    const app = express();
    app.use(parser());
    app.use("/sse", toNodeListener(handle(echo)));
    await converse(`${await serve(app)}/sse`);
  });

  test("S01 answers 500 and names the cause to the observer when a body was consumed and not kept", async () => {
    const refused = vi.fn();
    const app = express();
    app.use((req, _res, next) => {
      req.resume();
      req.on("end", next);
    });
    app.use(toNodeListener(handle(echo, { observer: { refused } })));
    const url = `${await serve(app)}/sse`;
    const client = await open(fetch, url);
    const response = await client.post(ping());
    expect([response.status, await response.text()]).toEqual([500, "Internal server error.\n"]);
    expect(refused).toHaveBeenCalledWith({
      method: "POST",
      status: 500,
      refusal: "BODY_CONSUMED",
      detail: expect.stringContaining("req.body"),
    });
    await client.leave();
  });

  test("H02 tells each client its own mount path", async () => {
    const listener = toNodeListener(handle(echo));
    const app = express();
    app.use("/a", listener);
    app.use("/b/c", express.Router().use("/d", listener));
    const url = await serve(app);
    for (const path of ["/a", "/a/sse", "/b/c/d", "/b/c/d/x"]) {
      const client = await open(fetch, url + path);
      expect(client.endpoint.split("?")[0]).toBe(path);
      expect((await client.post(ping())).status).toBe(202);
      await client.leave();
    }
  });

  verifies("session.flush", "H05 sends every event and comment at once through compression", async () => {
    const { sessions, accept } = collect();
    const app = express();
    app.use(compression({ threshold: 0, filter: () => true }));
    app.use(toNodeListener(handle(accept, { keepAliveMs: 50 })));
    const url = await serve(app);
    const connection = await connectRaw(url);
    onTestFinished(() => connection.destroy());
    connection.send({ target: "/sse", headers: [["accept-encoding", "gzip"]] });
    const stream = await connection.stream();
    expect(stream.head.header("content-encoding")).toBeUndefined();
    expect((await stream.next())?.event).toBe("endpoint");
    await sessions[0]?.write(notification());
    expect((await stream.next())?.event).toBe("message");
    const reading = stream.next();
    await until(() => stream.comments.length > 0, "a comment");
    await sessions[0]?.close();
    expect(await reading).toBeUndefined();
  });

  test("H05 flushes a middleware that compresses although it was asked not to", async () => {
    const { sessions, accept } = collect();
    const app = express();
    app.use(compression({ threshold: 0, filter: () => true }));
    app.use((_req, res, next) => {
      // As a middleware would that takes no-transform for a hint.
      const writeHead = res.writeHead.bind(res);
      res.writeHead = ((status: number, headers: Record<string, string>) =>
        writeHead(status, { ...headers, "cache-control": "no-cache" })) as typeof res.writeHead;
      next();
    });
    app.use(toNodeListener(handle(accept)));
    const headers = { "accept-encoding": "gzip" };
    const client = await open(fetch, `${await serve(app)}/sse`, { headers });
    expect(client.response.headers.get("content-encoding")).toBe("gzip");
    await sessions[0]?.write(notification());
    expect(await within(client.nextMessage(), "the message")).toEqual(notification());
    await client.leave();
  });

  test("takes the principal of the SDK's bearer middleware", async () => {
    const { sessions, accept } = collect();
    const app = express();
    app.use((req, _res, next) => {
      Object.assign(req, { auth: { clientId: req.headers["x-client"] ?? "alice", token: "t" } });
      next();
    });
    app.use(toNodeListener(handle(accept)));
    const client = await open(fetch, `${await serve(app)}/sse`);
    expect(sessions[0]?.principal).toBe("alice");
    expect((await client.post(ping())).status).toBe(202);
    expect((await sessions[0]?.receive())?.request.authInfo).toEqual({ clientId: "alice", token: "t" });
    const headers = { "content-type": "application/json", "x-client": "bob" };
    expect((await client.post(ping(), { headers })).status).toBe(404);
    await client.leave();
  });
});

describe("under http2", () => {
  async function serveH2(handler: SseHandler): Promise<http2.ClientHttp2Session> {
    const server = http2.createServer(toNodeListener(handler));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const client = http2.connect(`http://127.0.0.1:${port}`);
    onTestFinished(
      () =>
        new Promise<void>((resolve) => {
          client.destroy();
          server.close(() => resolve());
        }),
    );
    return client;
  }

  function ask(
    client: http2.ClientHttp2Session,
    headers: http2.OutgoingHttpHeaders,
    body?: string,
  ): { stream: http2.ClientHttp2Stream; head: Promise<http2.IncomingHttpHeaders> } {
    const stream = client.request(headers, { endStream: body === undefined });
    stream.setEncoding("utf8");
    stream.on("error", () => undefined);
    if (body !== undefined) stream.end(body);
    return { stream, head: new Promise((resolve) => stream.on("response", resolve)) };
  }

  const json = { "content-type": "application/json" };

  test("H07 holds a conversation without a connection header and without a warning", async () => {
    const warnings: string[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning.message);
    process.on("warning", onWarning);
    onTestFinished(() => void process.off("warning", onWarning));
    const { sessions, accept } = collect();
    const client = await serveH2(handle(accept, { maxBodyBytes: 1_000 }));
    const get = ask(client, { ":path": "/sse" });
    expect(await get.head).toMatchObject({ ":status": 200, "content-type": "text/event-stream" });
    expect(Object.keys(await get.head).join()).not.toMatch(/connection|keep-alive|transfer-encoding/);
    const first = await new Promise<string>((resolve) => get.stream.once("data", resolve));
    const endpoint = /data: (.*)\n/.exec(first)?.[1] ?? "";
    const accepted = ask(client, { ":path": endpoint, ":method": "POST", ...json }, JSON.stringify(ping()));
    expect((await accepted.head)[":status"]).toBe(202);
    const received = await sessions[0]?.receive();
    expect(received?.request.url.pathname).toBe("/sse");
    expect(received?.request.headers.get("host")).toMatch(/^127\.0\.0\.1:/);
    await sessions[0]?.write(notification());
    expect(await new Promise((resolve) => get.stream.once("data", resolve))).toContain("event: message");
    const large = ask(client, { ":path": endpoint, ":method": "POST", ...json }, "x".repeat(100_000));
    expect((await large.head)[":status"]).toBe(413);
    large.stream.resume();
    await within(
      new Promise<void>((resolve) => large.stream.on("close", () => resolve())),
      "the end of the POST",
    );
    await sessions[0]?.close();
    await within(
      new Promise<void>((resolve) => get.stream.on("close", () => resolve())),
      "the end of the stream",
    );
    expect(warnings).toEqual([]);
  });

  test("checks :authority as Host, and refuses a Host that says something else", async () => {
    const client = await serveH2(handle(() => undefined));
    const status = async (headers: http2.OutgoingHttpHeaders): Promise<unknown> =>
      (await ask(client, { ":path": "/sse", ":method": "PUT", ...headers }).head)[":status"];
    expect(await status({})).toBe(405);
    expect(await status({ ":authority": "evil" })).toBe(403);
    expect(await status({ ":authority": "localhost", host: "evil" })).toBe(400);
    expect(await status({ ":authority": "localhost", host: "localhost" })).toBe(405);
  });

  test("S10 keeps a reader that is slow, not stalled, though one message takes it longer than stallTimeoutMs", async () => {
    const size = 4 * 1024 * 1024;
    const { sessions, accept } = collect();
    const client = await serveH2(handle(accept, { stallTimeoutMs: 500 }));
    const { stream, head } = ask(client, { ":path": "/sse" });
    await head;
    const ended = vi.fn();
    void sessions[0]?.closed.then(ended);
    const startedAt = performance.now();
    await sessions[0]?.write(notification("note", { text: "x".repeat(size) }));
    let read = 0;
    // One window, then a pause: the rest waits in the server for the next.
    stream.on("data", (chunk: string) => {
      read += chunk.length;
      stream.pause();
      setTimeout(() => stream.resume(), 5);
    });
    await until(() => read > size || ended.mock.calls.length > 0, "the message", 30_000);
    expect(ended).not.toHaveBeenCalled();
    expect(performance.now() - startedAt).toBeGreaterThan(500);
    stream.close();
  }, 40_000);

  test.each([
    [http2.constants.NGHTTP2_CANCEL, "peer"],
    [http2.constants.NGHTTP2_INTERNAL_ERROR, "network"],
  ])("ends the session when the client resets the stream with code %i", async (code, reason) => {
    const { sessions, accept } = collect();
    const client = await serveH2(handle(accept));
    const { stream, head } = ask(client, { ":path": "/sse" });
    await head;
    stream.close(code);
    expect((await sessions[0]?.closed)?.code).toBe(reason);
  });
});

describe("behind proxies and hosts with limits", () => {
  /** A reverse proxy that may rewrite Host, and buffers what it is not told to hand on at once. */
  function proxyTo(target: string, host?: string): RequestListener {
    return (req, res) => {
      const upstream = httpRequest(
        target + (req.url ?? ""),
        { method: req.method, headers: { ...req.headers, ...(host ? { host } : {}) } },
        (answer: IncomingMessage) => {
          const { "x-accel-buffering": buffering, ...headers } = answer.headers;
          res.writeHead(answer.statusCode ?? 502, headers);
          const held: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => (buffering === "no" ? res.write(chunk) : held.push(chunk)));
          answer.on("end", () => res.end(Buffer.concat(held)));
        },
      );
      res.on("close", () => upstream.destroy());
      upstream.on("error", () => res.destroy());
      req.pipe(upstream);
    };
  }

  test("H03 advertises a path, whatever Host a proxy writes", async () => {
    const inner = await serve(toNodeListener(handle(echo, { allowedHosts: ["internal"] })));
    const outer = await serve(proxyTo(inner, "internal:9000"));
    const client = await open(fetch, `${outer}/sse`);
    expect(client.endpoint).toMatch(/^\/sse\?sessionId=/);
    expect((await client.post(ping())).status).toBe(202);
    await client.leave();
  });

  test("H08 passes a proxy that would buffer, event by event", async () => {
    const inner = await serve(toNodeListener(handle(echo)));
    await converse(`${await serve(proxyTo(inner))}/sse`);
  });

  test("H10 outlives a host that cuts silent connections, when its keep-alive is shorter", async () => {
    const { sessions, accept } = collect();
    const server = createServer(toNodeListener(handle(accept, { keepAliveMs: 100 })));
    server.timeout = 300;
    const { url } = await listen(server);
    const client = await open(fetch, `${url}/sse`);
    const message = client.nextMessage();
    const connection = await connectRaw(url);
    connection.send({ target: "/sse" });
    const stream = await connection.stream();
    await stream.next();
    const reading = stream.next();
    await until(() => stream.comments.length >= 10, "ten comments");
    await sessions[0]?.write(notification());
    expect(await message).toEqual(notification());
    await (sessions[1] as SseSession).close();
    await reading;
    await client.leave();
  });

  test("H11 answers a POST that lands on another instance 404 at once", async () => {
    const [one, two] = await Promise.all([
      serve(toNodeListener(handle(echo))),
      serve(toNodeListener(handle(echo))),
    ]);
    const client = await open(fetch, `${one}/sse`);
    const response = await post(fetch, two + client.endpoint, ping());
    expect([response.status, await response.text()]).toEqual([404, "Unknown session.\n"]);
    await client.leave();
  });
});
