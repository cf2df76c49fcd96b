import type { CarrierEvents } from "@mcp-sse/sse-server/bus";
import { describe, expect, test, vi } from "vitest";
import { RedisCarrier } from "../src/redis-carrier.ts";
import { type FakeIoredis, type FakeServer, fakeIoredis } from "./support/fake-redis.ts";

const listen = () =>
  ({
    text: vi.fn<CarrierEvents["text"]>(),
    nobody: vi.fn<CarrierEvents["nobody"]>(),
    overloaded: vi.fn<CarrierEvents["overloaded"]>(),
    gone: vi.fn<CarrierEvents["gone"]>(),
    up: vi.fn<CarrierEvents["up"]>(),
    down: vi.fn<CarrierEvents["down"]>(),
  }) satisfies CarrierEvents;

function carrierOn(
  server: FakeServer,
  parts: object = {},
): { carrier: RedisCarrier; publisher: FakeIoredis; subscriber: FakeIoredis } {
  const publisher = Object.assign(fakeIoredis(server), parts);
  const subscriber = fakeIoredis(server);
  const carrier = new RedisCarrier({
    publisher,
    subscriber,
    sharded: false,
    prefix: "p",
    maxMessageBytes: 1_000,
  });
  return { carrier, publisher, subscriber };
}

describe("RedisCarrier", () => {
  test("hears its own channel, and says at once that nobody listens at another", async () => {
    const server: FakeServer = new Map();
    const { carrier } = carrierOn(server);
    const events = listen();
    await carrier.open("a", events);
    expect([events.up.mock.calls.length, [...server.keys()]]).toEqual([1, ["p:a"]]);
    await carrier.request("a", "1", "hello");
    carrier.reply("a", "1", "an answer");
    await carrier.request("b", "2", "hello");
    carrier.reply("b", "2", "an answer");
    await vi.waitFor(() => expect(events.text.mock.calls).toEqual([["hello"], ["an answer"]]));
    expect(events.nobody.mock.calls).toEqual([["2"]]);
  });

  test("does not believe the count of one node of a cluster", async () => {
    const { carrier } = carrierOn(new Map(), { isCluster: true });
    const events = listen();
    await carrier.open("a", events);
    await carrier.request("b", "2", "hello");
    expect(events.nobody).not.toHaveBeenCalled();
  });

  test("sends nothing while a connection is lost, which would be kept for later", async () => {
    const { carrier, publisher, subscriber } = carrierOn(new Map());
    const events = listen();
    await carrier.open("a", events);
    subscriber.status = "reconnecting";
    subscriber.emit("close");
    subscriber.emit("reconnecting");
    expect(events.down).toHaveBeenCalledOnce();
    const before = publisher.calls.length;
    await carrier.request("a", "1", "hello");
    carrier.reply("a", "1", "an answer");
    expect(publisher.calls).toHaveLength(before);
    subscriber.status = "ready";
    subscriber.emit("ready");
    await vi.waitFor(() => expect(events.up).toHaveBeenCalledTimes(2));
    // The subscription is made anew, and confirmed, before that.
    expect(subscriber.calls).toEqual(["subscribe", "subscribe"]);
  });

  test("is up when both connections are, whichever comes last", async () => {
    const { carrier, publisher } = carrierOn(new Map());
    publisher.status = "connecting";
    const events = listen();
    await carrier.open("a", events);
    expect(events.up).not.toHaveBeenCalled();
    publisher.status = "ready";
    publisher.emit("ready");
    await vi.waitFor(() => expect(events.up).toHaveBeenCalledOnce());
    publisher.emit("error", new Error("of one command"));
    expect(events.down).not.toHaveBeenCalled();
  });

  test("leaves neither subscription nor listener, and closes no connection", async () => {
    const server: FakeServer = new Map();
    const { carrier, publisher, subscriber } = carrierOn(server);
    await carrier.open("a", listen());
    await carrier.close();
    expect([server.get("p:a")?.size, publisher.eventNames(), subscriber.eventNames()]).toEqual([0, [], []]);
    expect([publisher.status, subscriber.status]).toEqual(["ready", "ready"]);
    await carrierOn(server).carrier.close();
  });

  test("leaves no subscription to a connection that is lost, which would be made again with it", async () => {
    const server: FakeServer = new Map();
    for (const isKept of [true, false]) {
      const { carrier, subscriber } = carrierOn(server);
      await carrier.open("a", listen());
      subscriber.status = "reconnecting";
      subscriber.emit("close");
      let connect = (): void => undefined;
      const connected = new Promise<void>((resolve) => {
        connect = resolve;
      });
      const { unsubscribe } = subscriber;
      subscriber.unsubscribe = async (channel) => {
        await connected;
        await unsubscribe(channel);
        if (!isKept) throw new Error("Connection is closed.");
      };
      await carrier.close();
      connect();
      await vi.waitFor(() => expect(subscriber.eventNames()).toEqual([]));
      expect(server.get("p:a")?.size).toBe(0);
    }
  });

  test("leaves no subscription that is confirmed after its end, and makes none then", async () => {
    const server: FakeServer = new Map();
    const { carrier, subscriber } = carrierOn(server);
    const { subscribe } = subscriber;
    let confirm = (): void => undefined;
    const connected = new Promise<void>((resolve) => {
      confirm = resolve;
    });
    subscriber.subscribe = async (channel) => {
      await connected;
      return subscribe(channel);
    };
    const events = listen();
    const opening = carrier.open("a", events);
    await vi.waitFor(() => expect(subscriber.eventNames()).toContain("message"));
    await carrier.close();
    confirm();
    await opening;
    await carrier.open("a", events);
    expect([server.get("p:a")?.size, subscriber.eventNames(), subscriber.calls]).toEqual([
      0,
      [],
      ["unsubscribe", "subscribe", "unsubscribe"],
    ]);
    expect(events.up).not.toHaveBeenCalled();
  });
});
