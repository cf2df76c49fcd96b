import { verifies } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { HandlerCore } from "../src/handler-core.ts";
import { openSession } from "../src/open-session.ts";
import { resolveOptions, type SseHandlerOptions } from "../src/options.ts";
import type { SseSession } from "../src/session.ts";
import type { Accept } from "./support/adapters.ts";
import { notification } from "./support/client.ts";
import { FakeExchange, type FakeSink } from "./support/exchange.ts";

interface Opened {
  readonly core: HandlerCore;
  readonly exchange: FakeExchange;
  readonly sink: FakeSink;
  readonly errors: unknown[];
  readonly refusals: string[];
}

async function opening(accept: Accept, options: SseHandlerOptions = {}): Promise<Opened> {
  const errors: unknown[] = [];
  const refusals: string[] = [];
  const observer = {
    error: ({ error }: { error: unknown }) => void errors.push(error),
    refused: ({ refusal }: { refusal: string }) => void refusals.push(refusal),
  };
  const core = new HandlerCore(accept, resolveOptions({ observer, ...options }));
  const exchange = new FakeExchange();
  expect(await openSession(core, exchange, undefined)).toBeUndefined();
  onTestFinished(() => {
    vi.useRealTimers();
    return core.close(0);
  });
  return { core, exchange, sink: exchange.sinks[0] as FakeSink, errors, refusals };
}

const never = (): Promise<void> => new Promise(() => undefined);

describe("openSession", () => {
  verifies(
    "session.endpoint.registered",
    "registers the session before accept, and before any byte",
    async () => {
      let seen: unknown[] = [];
      const core: HandlerCore = new HandlerCore((session) => {
        seen = [core.sessions.get(session.id) === session, exchange.sinks[0]?.writes];
      }, resolveOptions({}));
      const exchange = new FakeExchange();
      await openSession(core, exchange, undefined);
      expect(seen).toEqual([true, [expect.stringContaining("event: endpoint\n")]]);
    },
  );

  test.each<[string, Accept]>([
    ["it returns", () => undefined],
    ["its promise resolves", async () => undefined],
    ["it reads", (session) => session.read().then(never)],
    ["it receives", (session) => session.receive().then(never)],
    ["it writes", (session) => session.write(notification()).then(never)],
    ["it iterates", (session) => session[Symbol.asyncIterator]().next().then(never)],
  ])("starts the answer when %s", async (_when, accept) => {
    const { sink, exchange } = await opening(accept);
    await new Promise(setImmediate);
    expect(sink.writes[0]).toMatch(/^event: endpoint\ndata: \/sse\?sessionId=[\w.-]+\n\n$/);
    expect(exchange.answers).toEqual([]);
  });

  verifies(
    "session.accept.before-bytes",
    "writes nothing while accept does not touch the session",
    async () => {
      let proceed = (): void => undefined;
      const { sink, core } = await opening(() => new Promise<void>((resolve) => (proceed = resolve)));
      await new Promise(setImmediate);
      expect([sink.writes, core.sessions.size]).toEqual([[], 1]);
      proceed();
      await new Promise(setImmediate);
      expect(sink.writes).toHaveLength(1);
    },
  );

  test.each<[string, Accept]>([
    [
      "throws",
      () => {
        throw new Error("the cause");
      },
    ],
    ["rejects", () => Promise.reject(new Error("the cause"))],
    ["closes the session and returns", (session) => void session.close()],
  ])("answers 500 and keeps no session when accept %s before the answer", async (how, accept) => {
    const { core, exchange, sink, errors, refusals } = await opening(accept);
    await new Promise(setImmediate);
    expect(exchange.answers.map(({ status }) => status)).toEqual([500]);
    expect([core.sessions.size, [...core.sessions.streams], sink.writes]).toEqual([0, [], []]);
    expect(refusals).toEqual(["ACCEPT_FAILED"]);
    expect(errors).toMatchObject(
      how.startsWith("closes") ? [] : [{ code: "ERR_SSE_ACCEPT", cause: { message: "the cause" } }],
    );
  });

  verifies(
    "session.accept.fails-late",
    "ends the session with accept-failed when accept fails later",
    async () => {
      let session: SseSession | undefined;
      const { core, exchange, errors } = await opening(async (opened) => {
        session = opened;
        await opened.write(notification());
        throw new Error("the cause");
      });
      await new Promise(setImmediate);
      exchange.sinks[0]?.tick();
      exchange.sinks[0]?.events?.onFinish();
      expect(await session?.closed).toMatchObject({
        code: "accept-failed",
        cause: { cause: { message: "the cause" } },
      });
      expect([exchange.answers, core.sessions.size, errors.length]).toEqual([[], 0, 1]);
    },
  );

  test("takes the error of a write after the end for no failure", async () => {
    const { sink, errors } = await opening(async (session) => {
      await session.read();
      await session.write(notification());
    });
    sink.events?.onBroken("peer");
    await new Promise(setImmediate);
    expect(errors).toEqual([]);
  });

  test("answers 500 when accept takes too long, and is deaf to what it does then", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let late: Promise<void> | undefined;
    const accept: Accept = async (session) => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      late = session.write(notification());
      await late;
    };
    const { core, exchange, sink, refusals } = await opening(accept, { acceptTimeoutMs: 100 });
    await vi.advanceTimersByTimeAsync(100);
    expect(exchange.answers.map(({ status }) => status)).toEqual([500]);
    expect([refusals, core.sessions.size]).toEqual([["ACCEPT_TIMEOUT"], 0]);
    await vi.advanceTimersByTimeAsync(100);
    await expect(late).rejects.toMatchObject({ code: "ERR_CONNECTION_CLOSED" });
    expect([sink.writes, vi.getTimerCount()]).toEqual([[], 0]);
  });

  test("holds no accept timer once the answer has started or the client is gone", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const options = { keepAliveMs: Infinity, stallTimeoutMs: Infinity };
    let begin = (): void => undefined;
    const accept: Accept = (session) => {
      begin = () => void session.read();
      return never();
    };
    await opening(accept, options);
    expect(vi.getTimerCount()).toBe(1);
    begin();
    expect(vi.getTimerCount()).toBe(0);
    const { core, sink, exchange, refusals } = await opening(accept, options);
    expect(vi.getTimerCount()).toBe(1);
    sink.events?.onBroken("peer");
    expect([vi.getTimerCount(), core.sessions.size, refusals]).toEqual([0, 0, []]);
    expect(exchange.answers).toHaveLength(1);
  });

  test("answers 503 when the handler closes while accept is at work", async () => {
    const { core, exchange, refusals } = await opening(never);
    await core.close(1_000);
    expect(exchange.answers.map(({ status }) => status)).toEqual([503]);
    expect(refusals).toEqual(["DRAINING"]);
  });

  test("refuses when endpoint fails, and never calls accept", async () => {
    const accept = vi.fn();
    const errors: unknown[] = [];
    const endpoint = (): string => {
      throw new Error("no tenant");
    };
    const observer = { error: ({ error }: { error: unknown }) => void errors.push(error) };
    const core = new HandlerCore(accept, resolveOptions({ endpoint, observer }));
    expect(await openSession(core, new FakeExchange(), undefined)).toMatchObject({
      refusal: { name: "ENDPOINT_FAILED" },
    });
    expect([accept.mock.calls.length, core.sessions.size, errors.length]).toEqual([0, 0, 1]);
  });

  test("asks no endpoint of the application for a session that there is no room for", async () => {
    const endpoint = vi.fn(() => "/messages");
    const core = new HandlerCore(() => undefined, resolveOptions({ endpoint, maxSessions: 1 }));
    onTestFinished(() => core.close(0));
    expect(await openSession(core, new FakeExchange(), undefined)).toBeUndefined();
    expect(await openSession(core, new FakeExchange(), undefined)).toMatchObject({
      refusal: { name: "TOO_MANY_SESSIONS" },
    });
    expect(endpoint).toHaveBeenCalledOnce();
  });

  test("takes no session when its endpoint closes the handler", async () => {
    const core: HandlerCore = new HandlerCore(
      () => undefined,
      resolveOptions({
        endpoint() {
          void core.close(0);
          return "/messages";
        },
      }),
    );
    expect(await openSession(core, new FakeExchange(), undefined)).toMatchObject({
      refusal: { name: "DRAINING" },
    });
    expect(core.sessions.size).toBe(0);
  });

  test("lets no more in than maxSessions, however many ask in one tick", async () => {
    const core = new HandlerCore(
      () => undefined,
      resolveOptions({ maxSessions: 2, secret: "makes IDs async" }),
    );
    onTestFinished(() => core.close(0));
    const asked = Array.from({ length: 5 }, () => openSession(core, new FakeExchange(), undefined));
    const refused = (await Promise.all(asked)).map((answer) => answer?.refusal.name);
    expect(refused.filter((name) => name === "TOO_MANY_SESSIONS")).toHaveLength(3);
    expect(core.sessions.size).toBe(2);
  });
});
