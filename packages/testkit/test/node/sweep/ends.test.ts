import { describe, expect, test } from "vitest";
import { connectionEnd, type TransportSubject, transportEnd } from "../../../src/node/sweep/ends.ts";
import { tagged } from "../../../src/node/sweep/payload.ts";
import type { SweepEvents } from "../../../src/node/sweep/subject.ts";
import { until } from "../../../src/patience.ts";
import { createFaultyPair } from "../../connection/memory-connection.ts";

const message = tagged({ direction: "up", session: "x", sequence: 0 }, 10, false);

function listen() {
  const heard: unknown[] = [];
  const events: SweepEvents = {
    message: (one) => heard.push(one),
    ended: (reason) => heard.push(reason),
    error: (error) => heard.push(error),
  };
  return { heard, events: () => events };
}

describe("connectionEnd", () => {
  test("sends, hands on what comes, then the end, once", async () => {
    const [local, remote] = createFaultyPair();
    const { heard, events } = listen();
    connectionEnd(local, events);
    const end = connectionEnd(remote, listen().events);
    await end.send(message);
    await until(() => heard.length === 1);
    await end.close();
    await until(() => heard.length === 2);
    expect(heard).toEqual([message, "peer"]);
  });
});

describe("transportEnd", () => {
  test("sends, and hands on every callback", async () => {
    const sent: unknown[] = [];
    let closed = 0;
    const transport: TransportSubject = {
      start: async () => {},
      send: async (one) => void sent.push(one),
      close: async () => void closed++,
    };
    const { heard, events } = listen();
    const end = transportEnd(transport, events);
    await end.send(message);
    const error = new Error("told");
    transport.onmessage?.(message);
    transport.onerror?.(error);
    transport.onclose?.();
    await end.close();
    expect(sent).toEqual([message]);
    expect(heard).toEqual([message, error, "onclose"]);
    expect(closed).toBe(1);
  });
});
