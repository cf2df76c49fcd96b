import { describe, expect, test } from "vitest";
import { redisBus } from "../src/redis-bus.ts";
import { fakeIoredis, fakeNodeRedis } from "./support/fake-redis.ts";

describe("redisBus", () => {
  test("delivers between clients of both kinds", async () => {
    const server = new Map();
    const a = redisBus({ publisher: fakeIoredis(server), subscriber: fakeIoredis(server) });
    const b = redisBus({ publisher: fakeNodeRedis(server), subscriber: fakeNodeRedis(server) });
    await a.start("a", async () => ({ status: "accepted" }));
    await b.start("b", async () => ({ status: "forbidden" }));
    const envelope = {
      version: 1,
      id: "1",
      from: "a",
      sessionId: "b.x",
      deadline: Date.now() + 2_000,
      principal: undefined,
      authInfo: undefined,
      target: "/",
      origin: "http://localhost",
      headers: [],
      remoteAddress: undefined,
      body: "{}",
    } as const;
    expect(await a.deliver("b", envelope)).toEqual({ status: "forbidden" });
    expect(await b.deliver("a", { ...envelope, id: "2" })).toEqual({ status: "accepted" });
    expect([a.maxBodyBytes, b.maxBodyBytes]).toEqual([4 * 1024 * 1024, 4 * 1024 * 1024]);
    await Promise.all([a.stop(), b.stop()]);
  });

  test("refuses one connection for both, and a limit that is none", () => {
    const [publisher, subscriber] = [fakeIoredis(new Map()), fakeIoredis(new Map())];
    expect(() => redisBus({ publisher, subscriber: publisher })).toThrow(TypeError);
    for (const maxMessageBytes of [0, -1, Number.NaN]) {
      expect(() => redisBus({ publisher, subscriber, maxMessageBytes })).toThrow(RangeError);
    }
  });
});
