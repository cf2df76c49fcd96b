import { createMessageQueue } from "@mcp-sse/jsonrpc";
import { verifies } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { deliverMessage } from "../src/deliver-message.ts";
import { Interruptions } from "../src/interruptions.ts";
import { resolveLimits } from "../src/limits.ts";
import type { ServerSession } from "../src/server-session.ts";
import type { ReceivedMessage } from "../src/session.ts";
import { notification } from "./support/client.ts";
import { FakeExchange } from "./support/exchange.ts";

const limits = resolveLimits({ maxQueuedMessages: 1, queueTimeoutMs: 100 });

function setup(): { session: ServerSession; bytes: number[] } {
  const bytes: number[] = [];
  const inbox = createMessageQueue<ReceivedMessage>(1);
  const session = {
    inbox,
    interruptions: new Interruptions(),
    waitingBytes: 0,
    received: (count: number) => bytes.push(count),
  };
  return { session: session as unknown as ServerSession, bytes };
}

function posting(method: string): FakeExchange {
  const content = JSON.stringify(notification(method));
  return new FakeExchange({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: { kind: "content", content, bytes: content.length },
  });
}

describe("deliverMessage", () => {
  verifies(
    "delivery.202-after-queue",
    "is done when the message is in the queue, with its POST",
    async () => {
      const { session, bytes } = setup();
      const exchange = posting("one");
      expect(await deliverMessage(exchange, session, limits)).toBeUndefined();
      expect(bytes).toEqual([JSON.stringify(notification("one")).length]);
      expect(await session.inbox.read()).toEqual({ message: notification("one"), request: exchange.request });
    },
  );

  verifies("session.queue.waits", "waits for room while the queue is full", async () => {
    const { session, bytes } = setup();
    await deliverMessage(posting("one"), session, limits);
    const waiting = deliverMessage(posting("two"), session, limits);
    await new Promise(setImmediate);
    expect(bytes).toHaveLength(1);
    expect((await session.inbox.read())?.message).toEqual(notification("one"));
    expect(await waiting).toBeUndefined();
    expect((await session.inbox.read())?.message).toEqual(notification("two"));
  });

  test("lets POSTs wait that hold 16 MiB together, and one of any size", async () => {
    const { session } = setup();
    const huge = (bytes: number): FakeExchange =>
      new FakeExchange({
        method: "POST",
        headers: { "content-type": "application/json" },
        body: { kind: "parsed", value: notification("huge"), bytes },
      });
    const all = resolveLimits({ maxQueuedMessages: 1, queueTimeoutMs: Infinity, maxBodyBytes: Infinity });
    await deliverMessage(posting("one"), session, all);
    const first = deliverMessage(huge(20 * 1024 * 1024), session, all);
    await new Promise(setImmediate);
    expect(await deliverMessage(huge(1), session, all)).toMatchObject({ refusal: { name: "QUEUE_FULL" } });
    await session.inbox.read();
    expect(await first).toBeUndefined();
    const both = [15, 1].map((mib) => deliverMessage(huge(mib * 1024 * 1024), session, all));
    await new Promise(setImmediate);
    expect(await deliverMessage(huge(1), session, all)).toMatchObject({ refusal: { name: "QUEUE_FULL" } });
    session.inbox.end();
    expect(await Promise.all(both)).toMatchObject(Array(2).fill({ refusal: { name: "UNKNOWN_SESSION" } }));
    expect(session.waitingBytes).toBe(0);
  });

  test("gives up at the deadline, and delivers nothing then", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { session } = setup();
    await deliverMessage(posting("one"), session, limits);
    const waiting = deliverMessage(posting("two"), session, limits);
    await vi.advanceTimersByTimeAsync(100);
    expect(await waiting).toMatchObject({
      refusal: { name: "QUEUE_FULL" },
      detail: expect.stringContaining("maxQueuedMessages"),
    });
    await session.inbox.read();
    expect([session.inbox.size, vi.getTimerCount()]).toEqual([0, 0]);
  });

  verifies(
    "session.queue.aborted",
    "stops waiting when the client gives up, and delivers nothing",
    async () => {
      const { session } = setup();
      await deliverMessage(posting("one"), session, limits);
      const exchange = posting("two");
      const waiting = deliverMessage(exchange, session, limits);
      await new Promise(setImmediate);
      exchange.leaving.abort();
      expect(await waiting).toMatchObject({ refusal: { name: "QUEUE_FULL" } });
      const gone = posting("three");
      gone.leaving.abort();
      expect(await deliverMessage(gone, session, limits)).toMatchObject({ refusal: { name: "QUEUE_FULL" } });
      await session.inbox.read();
      expect(session.inbox.size).toBe(0);
    },
  );

  verifies(
    "session.post.ended-meanwhile",
    "finds no session when it ended while the POST waited",
    async () => {
      const { session } = setup();
      await deliverMessage(posting("one"), session, limits);
      const waiting = deliverMessage(posting("two"), session, limits);
      await new Promise(setImmediate);
      session.inbox.end();
      expect(await waiting).toMatchObject({ refusal: { name: "UNKNOWN_SESSION" } });
      expect(await deliverMessage(posting("three"), session, limits)).toMatchObject({
        refusal: { name: "UNKNOWN_SESSION" },
      });
    },
  );

  verifies("session.post.not-read-as-error", "refuses a bad body without a word to the reader", async () => {
    const { session } = setup();
    const exchange = new FakeExchange({
      method: "POST",
      headers: { "content-type": "application/json" },
      body: { kind: "content", content: "{", bytes: 1 },
    });
    expect(await deliverMessage(exchange, session, limits)).toMatchObject({ refusal: { name: "NOT_JSON" } });
    expect([session.inbox.size, session.inbox.ended]).toEqual([0, false]);
  });
});
