import { verifies } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { HandlerCore } from "../src/handler-core.ts";
import { resolveOptions, type SseHandlerOptions } from "../src/options.ts";
import { FakeExchange, type FakeRequest } from "./support/exchange.ts";

function createCore(options: SseHandlerOptions = {}): HandlerCore {
  const core = new HandlerCore(() => undefined, resolveOptions(options));
  onTestFinished(() => core.close(0));
  return core;
}

async function ask(core: HandlerCore, request: FakeRequest): Promise<FakeExchange> {
  const exchange = new FakeExchange(request);
  core.handle(exchange);
  await new Promise(setImmediate);
  return exchange;
}

describe("HandlerCore", () => {
  test("asks authorize for GET and POST, with the request that the application knows", async () => {
    const seen: string[] = [];
    const core = createCore({
      authorize({ method, target }) {
        seen.push(`${method} ${target}`);
        return { refuse: 401, wwwAuthenticate: "Bearer" };
      },
    });
    const get = await ask(core, { target: "/sse" });
    const post = await ask(core, { method: "POST", target: "/sse?sessionId=x" });
    expect([get, post].map(({ answers }) => answers[0]?.status)).toEqual([401, 401]);
    expect(seen).toEqual(["GET /sse", "POST /sse?sessionId=x"]);
  });

  test("answers 500 when something of its own throws, and reports it", async () => {
    const errors: unknown[] = [];
    const core = createCore({ observer: { error: ({ error }) => errors.push(error) } });
    const exchange = new FakeExchange();
    const error = new Error("a defect");
    exchange.openStream = () => {
      throw error;
    };
    core.handle(exchange);
    await new Promise(setImmediate);
    expect([exchange.answers[0]?.status, errors]).toEqual([500, [error]]);
  });

  test("outlives an answer that cannot be given, and reports it", async () => {
    const errors: unknown[] = [];
    const core = createCore({ observer: { error: ({ error }) => errors.push(error) } });
    const exchange = new FakeExchange({ method: "PUT" });
    const error = new Error("no such socket");
    exchange.answer = () => {
      throw error;
    };
    core.handle(exchange);
    await new Promise(setImmediate);
    expect(errors).toEqual([error]);
  });

  test("closes the connection after a refusal that leaves a body unread", async () => {
    const core = createCore();
    const body = { kind: "content", content: "{}", bytes: 2 } as const;
    const { answers } = await ask(core, { method: "POST", target: "/sse?sessionId=none", body });
    expect(answers).toMatchObject([{ status: 404, close: true }]);
    expect((await ask(core, { method: "POST", target: "/sse?sessionId=none" })).answers[0]?.close).toBe(
      false,
    );
  });

  verifies("security.cors.off", "H13 says nothing of CORS by default", async () => {
    const origin = "http://localhost";
    const { answers } = await ask(createCore(), { method: "PUT", headers: { origin } });
    expect(Object.keys(answers[0]?.headers ?? {}).join()).not.toMatch(/access-control|vary/);
    const preflight = await ask(createCore(), { method: "OPTIONS", headers: { origin } });
    expect(preflight.answers[0]).toMatchObject({ status: 405, headers: { allow: "GET, POST" } });
  });

  test("H13 puts CORS headers on every answer to an origin that passed, streams included", async () => {
    const core = createCore({ cors: true, allowedOrigins: ["https://app.example"] });
    const headers = { origin: "https://app.example" };
    const expected = { vary: "Origin", "access-control-allow-origin": "https://app.example" };
    const get = await ask(core, { headers });
    expect(get.sinks[0]?.headers).toMatchObject({ ...expected, "content-type": "text/event-stream" });
    expect((await ask(core, { method: "PUT", headers })).answers[0]?.headers).toMatchObject(expected);
    expect((await ask(core, { method: "OPTIONS", headers })).answers[0]).toMatchObject({
      status: 204,
      headers: expected,
    });
    const foreign = await ask(core, { method: "OPTIONS", headers: { origin: "https://evil.example" } });
    expect(foreign.answers[0]?.status).toBe(403);
    expect(foreign.answers[0]?.headers).not.toHaveProperty("access-control-allow-origin");
  });

  verifies(
    "handler.close",
    "S14 ends every session with shutdown, and gives one promise for every close",
    async () => {
      const reasons: string[] = [];
      const core = createCore({ observer: { closed: ({ reason }) => reasons.push(reason.code) } });
      const exchanges = await Promise.all([ask(core, {}), ask(core, {})]);
      const closing = core.close(1_000);
      expect(core.close(0)).toBe(closing);
      expect((await ask(core, {})).answers[0]).toMatchObject({
        status: 503,
        headers: { "retry-after": "1" },
      });
      for (const { sinks } of exchanges) {
        expect(sinks[0]?.state).toBe("ended");
        sinks[0]?.events?.onFinish();
      }
      await closing;
      expect([reasons, core.sessions.size]).toEqual([["shutdown", "shutdown"], 0]);
      expect((await ask(core, { method: "POST", target: "/sse?sessionId=x" })).answers[0]?.status).toBe(503);
    },
  );

  test("cuts what has not ended within the grace, sessions that drain for another reason included", async () => {
    const core = createCore();
    const [left, right] = [await ask(core, {}), await ask(core, {})];
    void [...core.sessions.values()][0]?.close();
    await core.close(10);
    expect([left, right].map(({ sinks }) => sinks[0]?.state)).toEqual(["aborted", "aborted"]);
  });

  // Workers refuse random bytes where a module is loaded.
  test("takes random bytes only when its node's name is first needed", async () => {
    vi.resetModules();
    const fresh = await import("../src/handler-core.ts");
    const random = vi.spyOn(crypto, "getRandomValues");
    onTestFinished(() => random.mockRestore());
    const core = new fresh.HandlerCore(() => undefined, resolveOptions({}));
    onTestFinished(() => core.close(0));
    expect(random).not.toHaveBeenCalled();
    await ask(core, {});
    expect(random).toHaveBeenCalledOnce();
  });
});
