import { verifies } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createSseHandler } from "../src/handler.ts";
import { mayReach, memoryBus } from "../src/memory-bus.ts";
import type { Delivery, Envelope, MessageBus } from "../src/message-bus.ts";
import type { SseHandlerOptions } from "../src/options.ts";
import { type Accept, collect, fetchAdapter } from "./support/adapters.ts";
import { type Fetch, notification, open, ping, post } from "./support/client.ts";

const nowhere: Accept = () => undefined;

function serve(accept: Accept, options: SseHandlerOptions): { fetch: Fetch; url: string } {
  const handler = createSseHandler(accept, options);
  onTestFinished(() => handler.close({ graceMs: 0 }));
  return { fetch: (url, init) => handler.fetch(new Request(url, init)), url: "http://localhost/sse" };
}

function fakeBus(bus: Partial<MessageBus>): MessageBus {
  return {
    health: "up",
    maxBodyBytes: 1_000,
    start: async () => undefined,
    deliver: async () => ({ status: "accepted" }),
    stop: async () => undefined,
    ...bus,
  };
}

function envelopeTo(sessionId: string, parts: Partial<Envelope> = {}): Envelope {
  return {
    version: 1,
    id: "1",
    from: "other",
    sessionId,
    deadline: Date.now() + 1_000,
    principal: undefined,
    authInfo: undefined,
    target: "/sse",
    origin: "http://localhost",
    headers: [],
    remoteAddress: undefined,
    body: JSON.stringify(ping()),
    ...parts,
  };
}

const foreignId = `${"n".repeat(12)}.${"r".repeat(24)}`;

describe("a handler on a bus", () => {
  test("H11 carries a POST to the handler that holds the GET, with all that the owner needs", async () => {
    const bus = memoryBus();
    const { sessions, accept } = collect();
    const authorize = (): { principal: string; authInfo: unknown } => ({
      principal: "alice",
      authInfo: { a: 1 },
    });
    const owner = serve(accept, { bus, authorize });
    const other = serve(nowhere, { bus, authorize });
    const client = await open(owner.fetch, owner.url);
    const url = new URL(client.endpoint, other.url).href;
    const headers = {
      "content-type": "application/json",
      authorization: "Bearer t",
      cookie: "a=b",
      te: "trailers",
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    };
    expect((await post(other.fetch, url, ping(), { headers })).status).toBe(202);
    const received = await sessions[0]?.receive();
    expect(received).toMatchObject({ message: ping(), request: { method: "POST", authInfo: { a: 1 } } });
    expect(received?.request.url.href).toBe(url);
    expect([...(received?.request.headers.keys() ?? [])]).toEqual(["content-type", "traceparent"]);
    await client.leave();
    expect((await post(other.fetch, url, ping())).status).toBe(404);
  });

  test("leaves nothing of itself on a bus that others share", async () => {
    const bus = memoryBus();
    const handlers = [createSseHandler(nowhere, { bus }), createSseHandler(nowhere, { bus })];
    const [first, second] = handlers.map(
      (handler): Fetch =>
        (url, init) =>
          handler.fetch(new Request(url, init)),
    ) as [Fetch, Fetch];
    const client = await open(first, "http://localhost/sse");
    const endpoint = new URL(client.endpoint, "http://localhost").href;
    const [owner = ""] = /[\w-]{12}(?=\.)/.exec(client.endpoint) ?? [];
    expect((await post(second, endpoint, ping())).status).toBe(202);
    await handlers[0]?.close();
    expect(mayReach(bus, owner)).toBe(false);
    expect((await post(second, endpoint, ping())).status).toBe(404);
    await handlers[1]?.close();
  });

  verifies("bus.local", "never asks the bus about a session of its own", async () => {
    const deliver = vi.fn(async (): Promise<Delivery> => ({ status: "timeout" }));
    const { fetch, url } = serve(nowhere, { bus: fakeBus({ deliver }) });
    const client = await open(fetch, url);
    expect((await client.post(ping())).status).toBe(202);
    const own = client.endpoint.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    expect((await post(fetch, new URL(own, url).href, ping())).status).toBe(404);
    expect(deliver).not.toHaveBeenCalled();
    await client.leave();
  });

  verifies("bus.memory", "H11 answers 404 at once for an ID that nobody in memory holds", async () => {
    for (const bus of [undefined, memoryBus()]) {
      const { fetch, url } = serve(nowhere, { bus });
      const response = await post(fetch, `${url}?sessionId=${foreignId}`, "no JSON", {
        headers: { "content-type": "text/plain" },
      });
      expect([response.status, await response.text()]).toEqual([404, "Unknown session.\n"]);
    }
  });

  test("asks the bus about no ID whose mac is not of its secret", async () => {
    const deliver = vi.fn(async (): Promise<Delivery> => ({ status: "accepted" }));
    const { fetch, url } = serve(nowhere, { bus: fakeBus({ deliver }), secret: "ours" });
    for (const id of [foreignId, `${foreignId}.${"m".repeat(24)}`, "x"]) {
      expect((await post(fetch, `${url}?sessionId=${id}`, ping())).status).toBe(404);
    }
    expect(deliver).not.toHaveBeenCalled();
  });

  test("answers 500, and reports, when authorize gave an authInfo that JSON cannot hold", async () => {
    const error = vi.fn();
    const deliver = vi.fn(async (): Promise<Delivery> => ({ status: "accepted" }));
    const authorize = (): { principal: string; authInfo: unknown } => ({
      principal: "alice",
      authInfo: { secretNumber: 77n },
    });
    const { fetch, url } = serve(nowhere, { bus: fakeBus({ deliver }), authorize, observer: { error } });
    const response = await post(fetch, `${url}?sessionId=${foreignId}`, ping());
    expect([response.status, await response.text()]).toEqual([500, "Internal server error.\n"]);
    expect(deliver).not.toHaveBeenCalled();
    expect(error.mock.calls).toMatchObject([
      [{ error: { code: "ERR_SSE_BUS", cause: expect.any(TypeError) } }],
    ]);
  });

  test.each<[string, MessageBus["deliver"], number]>([
    ["rejects", async () => Promise.reject(new Error("no broker")), 504],
    [
      "throws",
      () => {
        throw new Error("no broker");
      },
      504,
    ],
    ["settles with what is no Delivery", async () => ({ status: "lost" }) as never, 500],
  ])("answers, and reports, when the bus %s", async (_what, deliver, status) => {
    const error = vi.fn();
    const { fetch, url } = serve(nowhere, { bus: fakeBus({ deliver }), observer: { error } });
    expect((await post(fetch, `${url}?sessionId=${foreignId}`, ping())).status).toBe(status);
    expect(error.mock.calls).toMatchObject([[{ error: { code: "ERR_SSE_BUS" } }]]);
  });

  test("answers 504 at the deadline when the bus never settles", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const deliver = vi.fn(() => new Promise<Delivery>(() => undefined));
    const { fetch, url } = serve(nowhere, { bus: fakeBus({ deliver }) });
    const posted = post(fetch, `${url}?sessionId=${foreignId}`, ping());
    await vi.waitFor(() => expect(deliver).toHaveBeenCalled());
    await vi.advanceTimersByTimeAsync(2_100);
    expect((await posted).status).toBe(504);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("reports a bus that throws where it should reject, and is made all the same", () => {
    const error = vi.fn();
    const start = (): never => {
      throw new Error("no broker");
    };
    serve(nowhere, { bus: fakeBus({ start }), observer: { error } });
    expect(error.mock.calls).toMatchObject([[{ error: { code: "ERR_SSE_BUS" } }]]);
  });

  test.each<[Delivery, number]>([
    [{ status: "accepted" }, 202],
    [{ status: "unknown-session" }, 404],
    [{ status: "forbidden" }, 404],
    [{ status: "rejected", reason: "not-json" }, 400],
    [{ status: "rejected", reason: "not-a-message" }, 400],
    [{ status: "rejected", reason: "too-large" }, 413],
    [{ status: "overloaded" }, 503],
    [{ status: "owner-gone" }, 503],
    [{ status: "bus-down" }, 503],
    [{ status: "timeout" }, 504],
  ])("answers %j of the bus with %i", async (delivery, status) => {
    const envelopes: Envelope[] = [];
    const bus = fakeBus({
      async deliver(_owner, envelope) {
        envelopes.push(envelope);
        return delivery;
      },
    });
    const { fetch, url } = serve(nowhere, { bus });
    expect((await post(fetch, `${url}?sessionId=${foreignId}`, ping())).status).toBe(status);
    expect(envelopes).toMatchObject([{ version: 1, sessionId: foreignId, body: JSON.stringify(ping()) }]);
    expect(envelopes[0]?.deadline).toBeGreaterThan(Date.now());
  });

  test("refuses a body that the bus cannot carry before it is sent", async () => {
    const deliver = vi.fn(async (): Promise<Delivery> => ({ status: "accepted" }));
    const { fetch, url } = serve(nowhere, { bus: fakeBus({ deliver }) });
    const large = notification("x".repeat(1_000));
    expect((await post(fetch, `${url}?sessionId=${foreignId}`, large)).status).toBe(413);
    const notUtf8 = { body: new Uint8Array([0xff]), headers: { "content-type": "application/json" } };
    expect((await post(fetch, `${url}?sessionId=${foreignId}`, "", notUtf8)).status).toBe(400);
    expect(deliver).not.toHaveBeenCalled();
  });

  test("answers a GET 503 while the inbox is not confirmed, and lives on without a bus that fails", async () => {
    const errors: unknown[] = [];
    const bus = fakeBus({
      health: "down",
      start: () => Promise.reject(new Error("no broker")),
      stop: () => Promise.reject(new Error("no broker")),
    });
    const handler = createSseHandler(nowhere, {
      bus,
      observer: { error: ({ error }) => errors.push(error) },
    });
    const get = (): Promise<Response> => handler.fetch(new Request("http://localhost/sse"));
    expect((await get()).status).toBe(503);
    Object.assign(bus, { health: "up" });
    expect((await get()).status).toBe(200);
    await handler.close();
    expect(errors).toMatchObject([{ code: "ERR_SSE_BUS" }, { code: "ERR_SSE_BUS" }]);
  });

  test("takes an envelope only for a live session of its principal, in time, with a message and room", async () => {
    let inbox: (envelope: Envelope) => Promise<Delivery> = async () => ({ status: "timeout" });
    const bus = fakeBus({
      async start(_node, opened) {
        inbox = opened;
      },
    });
    const { sessions, accept } = collect();
    const { fetch, url } = serve(accept, {
      bus,
      maxQueuedMessages: 1,
      authorize: () => ({ principal: "alice" }),
    });
    const client = await open(fetch, url);
    const envelope = envelopeTo(sessions[0]?.id ?? "", { principal: "alice" });
    expect(await inbox({ ...envelope, sessionId: foreignId })).toEqual({ status: "unknown-session" });
    expect(await inbox({ ...envelope, principal: "bob" })).toEqual({ status: "forbidden" });
    expect(await inbox({ ...envelope, deadline: Date.now() - 1 })).toEqual({ status: "timeout" });
    expect(await inbox({ ...envelope, body: "{" })).toEqual({ status: "rejected", reason: "not-json" });
    expect(await inbox({ ...envelope, body: "[]" })).toEqual({ status: "rejected", reason: "not-a-message" });
    expect(await inbox(envelope)).toEqual({ status: "accepted" });
    expect(await inbox({ ...envelope, id: "2" })).toEqual({ status: "overloaded" });
    await client.leave();
    expect(await inbox(envelope)).toEqual({ status: "unknown-session" });
  });

  test("delivers an envelope that comes twice once, and tells its length in bytes", async () => {
    let inbox: (envelope: Envelope) => Promise<Delivery> = async () => ({ status: "timeout" });
    const bus = fakeBus({
      async start(_node, opened) {
        inbox = opened;
      },
    });
    const { sessions, accept } = collect();
    const received = vi.fn();
    const { fetch, url } = serve(accept, { bus, observer: { received } });
    const client = await open(fetch, url);
    const body = JSON.stringify(ping("é"));
    const twice = envelopeTo(sessions[0]?.id ?? "", { body });
    expect(await inbox(twice)).toEqual({ status: "accepted" });
    expect(await inbox(twice)).toEqual({ status: "accepted" });
    expect(received.mock.calls).toMatchObject([[{ bytes: body.length + 1 }]]);
    await sessions[0]?.close();
    const messages: unknown[] = [];
    for await (const message of sessions[0] ?? []) messages.push(message);
    expect(messages).toEqual([ping("é")]);
    await client.leave();
  });
});

describe("a handler without a bus", () => {
  test("takes its own sessions' POSTs with a secret as without", async () => {
    const { fetch, url } = await fetchAdapter.serve(nowhere, { secret: "s" });
    const client = await open(fetch, url);
    expect(client.endpoint).toMatch(/sessionId=[\w-]{12}\.[\w-]{24}\.[\w-]{24}$/);
    expect((await client.post(ping())).status).toBe(202);
    await client.leave();
  });
});
