import type { CloseReason } from "@mcp-sse/jsonrpc";
import { verifies } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createSessionWheel } from "../src/keep-alive.ts";
import { resolveLimits, type SessionLimits } from "../src/limits.ts";
import { Reporter, type SseObserver } from "../src/observer.ts";
import { ServerSession } from "../src/server-session.ts";
import { notification } from "./support/client.ts";
import { FakeExchange, FakeSink } from "./support/exchange.ts";

interface Made {
  readonly session: ServerSession;
  readonly sink: FakeSink;
  readonly log: string[];
}

function make(limits: SessionLimits = {}, observer: SseObserver = {}): Made {
  const resolved = resolveLimits(limits);
  const log: string[] = [];
  let sink = new FakeSink();
  const session: ServerSession = new ServerSession({
    id: "ID",
    principal: "alice",
    request: new FakeExchange().request,
    endpoint: "/sse?sessionId=ID",
    headers: {},
    limits: resolved,
    wheel: createSessionWheel(resolved),
    reporter: new Reporter({
      opened: () => log.push("opened"),
      closed: ({ reason }) => log.push(`closed ${reason.code}`),
      ...observer,
    }),
    openStream(events) {
      sink = new FakeSink(events);
      return sink;
    },
    onAnswer: (unanswered) =>
      log.push(unanswered === undefined ? "answered" : `unanswered ${unanswered.code}`),
    onLeave: () => log.push("left"),
    onEnd: () => log.push("ended"),
  });
  return { session, sink, log };
}

const ENDPOINT = "event: endpoint\ndata: /sse?sessionId=ID\n\n";
const NOTE = 'event: message\ndata: {"jsonrpc":"2.0","method":"note"}\n\n';

describe("ServerSession", () => {
  test.each<[string, (session: ServerSession) => unknown]>([
    ["start", (session) => session.start()],
    ["read", (session) => session.read()],
    ["receive", (session) => session.receive()],
    ["iterating", (session) => session[Symbol.asyncIterator]().next()],
  ])("starts its answer with the endpoint event at the first %s", (_name, first) => {
    const { session, sink, log } = make();
    expect([sink.writes, session.live]).toEqual([[], false]);
    void first(session);
    session.start();
    expect([sink.writes, session.live, log]).toEqual([[ENDPOINT], true, ["answered", "opened"]]);
  });

  verifies("session.endpoint.first", "writes its first message after the endpoint event", () => {
    const { session, sink } = make();
    void session.write(notification());
    sink.tick();
    expect(sink.writes).toEqual([ENDPOINT, NOTE]);
  });

  verifies("session.message.event", "writes each message as JSON in a message event", async () => {
    const { session, sink } = make();
    await session.write({ jsonrpc: "2.0", id: "x\u2028", result: { text: "a\nb" } });
    sink.tick();
    expect(sink.writes[1]).toBe(
      'event: message\ndata: {"jsonrpc":"2.0","id":"x\\u2028","result":{"text":"a\\nb"}}\n\n',
    );
  });

  test("rejects what is no message, and lives", async () => {
    const { session, log } = make();
    await expect(session.write({ jsonrpc: "1.0" } as never)).rejects.toThrow(TypeError);
    await expect(session.write({ jsonrpc: "2.0", id: 1n, result: {} } as never)).rejects.toThrow(TypeError);
    expect(log).toEqual([]);
    await session.write(notification());
  });

  verifies("session.close.ends-get", "S03 can be closed inside every callback of its end", async () => {
    const closes: Promise<void>[] = [];
    const again = (session: { close(): Promise<void> }): void => void closes.push(session.close());
    const made = make({}, { closed: ({ session }) => again(session) });
    made.session.start();
    const closed = made.session.closed.then(() => again(made.session));
    const closing = made.session.close();
    expect(made.sink.state).toBe("ended");
    made.sink.events?.onFinish();
    await Promise.all([closing, closed]);
    expect(closes).toEqual([closing, closing]);
  });

  verifies("session.close.one-end", "S02 tells its end once, whoever ends it again", async () => {
    const { session, sink, log } = make();
    session.start();
    void session.close("first");
    sink.events?.onFinish();
    sink.events?.onBroken("network", new Error("late"));
    session.end({ code: "shutdown" });
    session.cut();
    void session.close("again");
    expect(await session.closed).toEqual({ code: "local", cause: "first" });
    expect(log).toEqual(["answered", "opened", "left", "ended", "closed local"]);
  });

  test.each<[CloseReason]>([[{ code: "peer" }], [{ code: "network", cause: new Error("reset") }]])(
    "ends at once when its stream breaks: %j",
    async (reason) => {
      const { session, sink, log } = make({ highWaterBytes: 1 });
      const waiting = session.write(notification());
      sink.events?.onBroken(reason.code as "peer", reason.cause);
      await expect(waiting).rejects.toMatchObject({ code: "ERR_CONNECTION_CLOSED", reason });
      expect(await session.closed).toEqual(reason);
      expect(log.slice(-3)).toEqual(["left", "ended", `closed ${reason.code}`]);
    },
  );

  test("was never opened when it ends before its answer", async () => {
    const { session, sink, log } = make();
    session.end({ code: "accept-failed" });
    session.start();
    expect([sink.writes, sink.state]).toEqual([[], "aborted"]);
    expect(await session.read()).toBeUndefined();
    await expect(session.write(notification())).rejects.toMatchObject({ reason: { code: "accept-failed" } });
    expect(log).toEqual(["left", "ended", "unanswered accept-failed"]);
  });

  verifies(
    "session.read.after-close",
    "still gives what was queued before the end, then undefined",
    async () => {
      const { session, sink } = make();
      session.start();
      const request = new FakeExchange().request;
      session.inbox.tryPut({ message: notification("one"), request });
      session.inbox.tryPut({ message: notification("two"), request });
      void session.close();
      sink.events?.onFinish();
      await session.closed;
      expect(session.inbox.tryPut({ message: notification("late"), request })).toBe(false);
      expect([
        await session.read(),
        await session.receive(),
        await session.read(),
        await session.read(),
      ]).toEqual([notification("one"), { message: notification("two"), request }, undefined, undefined]);
    },
  );

  verifies(
    "session.backlog",
    "S11 S13 ends with backlog past maxBacklogBytes, and waits for room before",
    async () => {
      const { session, sink, log } = make({ highWaterBytes: 100, maxBacklogBytes: 1_000 });
      session.start();
      sink.hasRoom = false;
      const writes: Promise<void>[] = [];
      for (let count = 0; count < 4_096 && session.live; count++) {
        writes.push(session.write(notification()));
        writes.at(-1)?.catch(() => undefined);
        sink.tick();
      }
      // One was handed over; so many fit, the next overshoots the limit, and the one after it ends the session.
      expect(writes.length).toBe(1 + Math.floor(1_000 / NOTE.length) + 2);
      const outcomes = await Promise.allSettled(writes);
      expect(outcomes.at(-1)).toMatchObject({
        reason: {
          code: "ERR_CONNECTION_CLOSED",
          reason: { code: "backlog", cause: { code: "ERR_SSE_BACKLOG" } },
        },
      });
      expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBeLessThan(5);
      expect(sink.state).toBe("aborted");
      expect(log.at(-1)).toBe("closed backlog");
    },
  );

  test("cuts its stream when closing takes longer than 5 s", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { session, sink } = make({ stallTimeoutMs: Infinity, keepAliveMs: Infinity });
    session.start();
    sink.hasRoom = false;
    void session.write(notification());
    sink.tick();
    void session.write(notification());
    const closing = session.close();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(sink.state).toBe("open");
    await vi.advanceTimersByTimeAsync(1);
    await closing;
    expect([sink.state, vi.getTimerCount()]).toEqual(["aborted", 0]);
  });

  test("S17 refuses to write after something else ended its response", async () => {
    const { session, sink } = make();
    session.start();
    sink.events?.onBroken("local", new Error("something else ended the response"));
    await expect(session.write(notification())).rejects.toMatchObject({ code: "ERR_CONNECTION_CLOSED" });
    expect((await session.closed).code).toBe("local");
  });

  test("S18 S21 leaves no timer behind 2 000 sessions, however they end", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    for (let count = 0; count < 2_000; count++) {
      const { session, sink } = make({ idleTimeoutMs: 60_000 });
      if (count % 4 > 0) session.start();
      if (count % 4 === 1) sink.events?.onBroken("peer");
      void session.close();
      if (count % 4 === 2) sink.events?.onFinish();
      if (count % 4 === 3) session.cut();
    }
    expect(vi.getTimerCount()).toBe(0);
  });
});
