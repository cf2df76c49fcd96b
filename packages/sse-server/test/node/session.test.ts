import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { verifies } from "@mcp-sse/testkit";
import { connectRaw } from "@mcp-sse/testkit/node";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  type NodeSession,
  type NodeSessionOptions,
  openNodeSession,
  type PostResult,
} from "../../src/node/session.ts";
import { listen } from "../support/adapters.ts";
import { notification, open, ping, post } from "../support/client.ts";

interface Routed {
  readonly url: string;
  readonly sessions: NodeSession[];
  readonly results: PostResult[];
}

/** Routes as an application would that keeps its own map: GET /sse, POST /messages. */
async function route(
  options: Partial<NodeSessionOptions> = {},
  prepare: (req: IncomingMessage, res: ServerResponse) => unknown = () => undefined,
): Promise<Routed> {
  const sessions: NodeSession[] = [];
  const results: PostResult[] = [];
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const parsed = await prepare(req, res);
    if (req.method === "GET") {
      const session = openNodeSession(res, { endpoint: "/messages", ...options });
      sessions.push(session);
      session.start();
      return;
    }
    const id = new URL(req.url ?? "", "http://localhost").searchParams.get(
      options.sessionParam ?? "sessionId",
    );
    const session = sessions.find((each) => each.id === id);
    if (session === undefined) res.writeHead(400).end();
    else results.push(await session.handlePost(req, res, parsed));
  };
  const server = createServer((req, res) => void answer(req, res));
  const { url } = await listen(server);
  return { url, sessions, results };
}

describe("openNodeSession", () => {
  verifies(
    "session.standalone",
    "holds a whole conversation over a response that somebody else routed",
    async () => {
      const { url, sessions, results } = await route();
      const client = await open(fetch, `${url}/sse`);
      expect(client.endpoint).toBe(`/messages?sessionId=${sessions[0]?.id}`);
      expect(client.response.headers.get("content-type")).toBe("text/event-stream");
      const accepted = await client.post(ping());
      expect([accepted.status, await accepted.text()]).toEqual([202, ""]);
      const received = await sessions[0]?.receive();
      expect(received).toMatchObject({ message: ping(), request: { method: "POST" } });
      await sessions[0]?.write({ jsonrpc: "2.0", id: 1, result: {} });
      expect(await client.nextMessage()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
      expect(results).toEqual([{ status: 202, refusal: undefined, detail: undefined }]);
      await client.leave();
      expect(await sessions[0]?.closed).toEqual({ code: "peer" });
    },
  );

  test("writes nothing before it starts, and starts at the first use, once", async () => {
    const sessions: NodeSession[] = [];
    const server = createServer((_req, res) => {
      sessions.push(openNodeSession(res, { endpoint: "/messages" }));
    });
    const { url } = await listen(server);
    const connection = await connectRaw(url);
    onTestFinished(() => connection.destroy());
    connection.send({ target: "/sse" });
    await expect.poll(() => sessions.length).toBe(1);
    expect(connection.firstChunk.length).toBe(0);
    await sessions[0]?.write(notification());
    sessions[0]?.start();
    const stream = await connection.stream();
    expect([await stream.next(), await stream.next()]).toMatchObject([
      { event: "endpoint" },
      { event: "message" },
    ]);
    await sessions[0]?.close();
    expect(await stream.next()).toBeUndefined();
  });

  test("leaves the response to its owner when it is closed before it started", async () => {
    const server = createServer((_req, res) => {
      const session = openNodeSession(res, { endpoint: "/messages" });
      void session.close().then(() => res.writeHead(418).end("mine"));
    });
    const { url } = await listen(server);
    const response = await fetch(url);
    expect([response.status, await response.text()]).toEqual([418, "mine"]);
  });

  test("answers 404 before the start", async () => {
    const sessions: NodeSession[] = [];
    const { url } = await listen(
      createServer((req, res) => {
        if (req.method === "GET") sessions.push(openNodeSession(res, { endpoint: "/messages" }));
        else void sessions[0]?.handlePost(req, res);
      }),
    );
    const connection = await connectRaw(url);
    onTestFinished(() => connection.destroy());
    connection.send({ target: "/sse" });
    await expect.poll(() => sessions.length).toBe(1);
    expect((await post(fetch, `${url}/messages`, ping())).status).toBe(404);
    await sessions[0]?.close();
  });

  test("answers 404 after the end, and says nothing but that", async () => {
    const { url, sessions, results } = await route();
    const client = await open(fetch, `${url}/sse`);
    await sessions[0]?.close();
    const late = await client.post(ping());
    expect([late.status, await late.text()]).toEqual([404, "Unknown session.\n"]);
    expect(results[0]).toMatchObject({ status: 404, refusal: "UNKNOWN_SESSION" });
  });

  test.each<[string, RequestInit, number, string]>([
    ["text", { headers: { "content-type": "text/plain" }, body: "x" }, 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["no JSON", { body: "secret{" }, 400, "NOT_JSON"],
    ["a batch", { body: "[]" }, 400, "NOT_A_MESSAGE"],
    ["too much", { body: `"${"x".repeat(2_000)}"` }, 413, "BODY_TOO_LARGE"],
    [
      "a coding",
      { headers: { "content-type": "application/json", "content-encoding": "gzip" }, body: "{}" },
      415,
      "UNSUPPORTED_CONTENT_ENCODING",
    ],
  ])(
    "refuses %s by the status table, without echo, and tells its caller",
    async (_what, init, status, refusal) => {
      const refused = vi.fn();
      const { url, results } = await route({ maxBodyBytes: 1_000, observer: { refused } });
      const client = await open(fetch, `${url}/sse`);
      const response = await client.post("", init);
      expect([response.status, results[0]?.refusal]).toEqual([status, refusal]);
      expect(await response.text()).not.toContain("secret");
      expect(refused).toHaveBeenCalledWith(expect.objectContaining({ method: "POST", status, refusal }));
      await client.leave();
    },
  );

  test("S01 takes the body that a parser read, given or left in req.body", async () => {
    const read = async (req: IncomingMessage): Promise<unknown> => {
      let text = "";
      for await (const chunk of req) text += chunk;
      return text === "" ? undefined : JSON.parse(text);
    };
    const given = await route({}, read);
    const left = await route({}, async (req) => void Object.assign(req, { body: await read(req) }));
    const lost = await route({}, async (req) => void (await read(req)));
    for (const [{ url, sessions }, status] of [
      [given, 202],
      [left, 202],
      [lost, 500],
    ] as const) {
      const client = await open(fetch, `${url}/sse`);
      expect((await client.post(ping())).status).toBe(status);
      if (status === 202) expect(await sessions[0]?.read()).toEqual(ping());
      await client.leave();
    }
    expect(lost.results[0]).toMatchObject({
      refusal: "BODY_CONSUMED",
      detail: expect.stringContaining("req.body"),
    });
  });

  test("writes the configured parameter, body of a 202 and endpoint", async () => {
    const { url, sessions } = await route({
      endpoint: new URL("https://api.example.com/m?v=1#x"),
      sessionParam: "sid",
      acceptedBody: "Accepted",
    });
    const client = await open(fetch, `${url}/sse`);
    expect(client.endpoint).toBe(`https://api.example.com/m?v=1&sid=${sessions[0]?.id}#x`);
    const accepted = await post(fetch, `${url}/messages?sid=${sessions[0]?.id}`, ping());
    expect([accepted.status, await accepted.text()]).toEqual([202, "Accepted"]);
    await client.leave();
  });

  test("keeps headers that were set on the response before", async () => {
    const { url } = await route({}, (_req, res) => void res.setHeader("x-mine", "1"));
    const client = await open(fetch, `${url}/sse`);
    expect(client.response.headers.get("x-mine")).toBe("1");
    await client.leave();
  });

  test("takes no harm from an observer that throws, and reports what it threw", async () => {
    const error = vi.fn();
    const { url, results } = await route({
      observer: {
        error,
        received() {
          throw new Error("an observer's own");
        },
      },
    });
    const client = await open(fetch, `${url}/sse`);
    expect((await client.post(ping())).status).toBe(202);
    expect(error).toHaveBeenCalledTimes(1);
    expect(results[0]?.status).toBe(202);
    await client.leave();
  });

  test("refuses options that make no sense, and a response without its request", () => {
    const res = { on: () => undefined, removeListener: () => undefined } as never;
    const req = { headers: {}, socket: {}, resume: () => undefined } as never;
    expect(() => openNodeSession(res, { endpoint: "/m" })).toThrow(TypeError);
    expect(() => openNodeSession(res, { endpoint: "//evil", request: req })).toThrow(TypeError);
    expect(() => openNodeSession(res, { endpoint: "/m", request: req, keepAliveMs: 0 })).toThrow(RangeError);
  });

  test.each<[name: string, options: object]>([
    ["observer", { observer: 5 }],
    ["acceptedBody", { acceptedBody: 5 }],
    ["sessionParam", { sessionParam: 5 }],
  ])("names %s where it is of another kind", (name, options) => {
    const open = (): unknown =>
      openNodeSession({} as never, { endpoint: "/m", request: {} as never, ...options });
    expect(open).toThrow(TypeError);
    expect(open).toThrow(`${name} must be `);
  });

  test("refuses a parameter that the query would have to escape", () => {
    const options = { endpoint: "/m", request: {} as never, sessionParam: "a b" };
    expect(() => openNodeSession({} as never, options)).toThrow(RangeError);
  });

  test("says that the response is missing, or the options", () => {
    expect(() => openNodeSession(undefined as never, { endpoint: "/m" })).toThrow(
      new TypeError("res must be the response to the GET, got undefined"),
    );
    expect(() => openNodeSession({} as never, undefined as never)).toThrow(
      new TypeError("options must be an object, got undefined"),
    );
  });

  test("writes keep-alive comments, and shares no timer's end with others", async () => {
    const { url, sessions } = await route({ keepAliveMs: 40 });
    const connections = await Promise.all([connectRaw(url), connectRaw(url)]);
    const streams = await Promise.all(
      connections.map((connection) => {
        connection.send({ target: "/sse" });
        return connection.stream();
      }),
    );
    for (const stream of streams) await stream.next();
    await sessions[0]?.close();
    const reading = streams[1]?.next();
    await expect.poll(() => streams[1]?.comments.length ?? 0).toBeGreaterThan(2);
    await sessions[1]?.close();
    expect(await reading).toBeUndefined();
    for (const connection of connections) connection.destroy();
  });
});
