import { describe, expect, test, vi } from "vitest";
import { linkTo } from "../src/redis-link.ts";
import { type FakeServer, fakeIoredis, fakeNodeRedis } from "./support/fake-redis.ts";

describe.each([
  [
    "ioredis",
    fakeIoredis,
    ["subscribe", "publish", "unsubscribe"],
    ["ssubscribe", "spublish", "sunsubscribe"],
  ],
  [
    "redis",
    fakeNodeRedis,
    ["subscribe", "publish", "unsubscribe"],
    ["sSubscribe", "sPublish", "sUnsubscribe"],
  ],
] as const)("a link to a client of %s", (_name, makeClient, plain, sharded) => {
  test.each([
    ["plain", false, plain],
    ["sharded", true, sharded],
  ] as const)(
    "subscribes, publishes and unsubscribes by the %s commands",
    async (_how, isSharded, commands) => {
      const server: FakeServer = new Map();
      const client = makeClient(server);
      const link = linkTo(client, isSharded);
      const onText = vi.fn();
      await link.connect();
      expect(link.ready).toBe(true);
      await link.subscribe("a", onText);
      // Once more, as after a reconnect: nothing is heard twice.
      await link.subscribe("a", onText);
      expect(await link.publish("a", "text")).toBe(1);
      expect(await link.publish("b", "text")).toBe(0);
      await vi.waitFor(() => expect(onText.mock.calls).toEqual([["text"]]));
      await link.unsubscribe("a");
      expect(await link.publish("a", "text")).toBe(0);
      const [subscribe, publish, unsubscribe] = commands;
      const called = client.calls.filter((command) => command !== "connect");
      expect(called).toEqual([subscribe, subscribe, publish, publish, unsubscribe, publish]);
    },
  );

  test("tells when the connection comes and goes, and hears an error that would end the process", async () => {
    const client = makeClient(new Map());
    const [onReady, onLost] = [vi.fn(), vi.fn()];
    const unwatch = linkTo(client, false).watch(onReady, onLost);
    client.emit("ready");
    client.emit("reconnecting");
    client.emit("error", new Error("connection refused"));
    expect([onReady.mock.calls.length, onLost.mock.calls.length]).toEqual([1, 2]);
    unwatch();
    expect(client.eventNames()).toEqual([]);
  });
});

test("a link connects a client of redis that is not connected, and no other", async () => {
  const client = fakeNodeRedis(new Map());
  const link = linkTo(client, false);
  await link.connect();
  await link.connect();
  expect(client.calls).toEqual(["connect"]);
});
