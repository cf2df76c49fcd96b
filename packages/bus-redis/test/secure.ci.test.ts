// rediss: a real Redis behind TLS, and a user who may do no more than the README says.

import { envelopeTo, staysPending } from "@mcp-sse/testkit";
import { type Broker, CERTIFICATE, startSecureRedis } from "@mcp-sse/testkit/node";
import { Redis } from "ioredis";
import { createClient } from "redis";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { redisBus } from "../src/redis-bus.ts";
import type { RedisClient } from "../src/redis-client.ts";

/** As the README has it. */
const RIGHTS =
  "&mcp-sse:* -@all +publish +subscribe +unsubscribe +spublish +ssubscribe +sunsubscribe +info +client +hello +ping";

let redis: Broker;
beforeAll(async () => {
  const user = ["--user", "bus", "on", ">p4ss w0rd", ...RIGHTS.split(" ")];
  redis = await startSecureRedis("--user", "default", "off", ...user);
});
afterAll(() => redis.close());

const urlWith = (password: string): string =>
  `rediss://bus:${encodeURIComponent(password)}@127.0.0.1:${redis.port}`;

const CLIENTS: Record<string, (url: string) => { client: RedisClient; close(): void }> = {
  ioredis(url) {
    const client = new Redis(url, { tls: { ca: CERTIFICATE }, retryStrategy: () => 100 });
    client.on("error", () => undefined);
    return { client, close: () => client.disconnect() };
  },
  redis(url) {
    const socket = { tls: true as const, ca: CERTIFICATE, reconnectStrategy: 100 };
    const client = createClient({ url, socket });
    client.on("error", () => undefined);
    return { client, close: () => (client.isOpen ? client.destroy() : undefined) };
  },
};

describe.each(Object.entries(CLIENTS))("a bus over rediss by %s", (_name, connect) => {
  function connectBus(url: string, sharded = false): ReturnType<typeof redisBus> {
    const [publisher, subscriber] = [connect(url), connect(url)];
    const bus = redisBus({ publisher: publisher.client, subscriber: subscriber.client, sharded });
    onTestFinished(async () => {
      await bus.stop();
      publisher.close();
      subscriber.close();
    });
    return bus;
  }

  test.each([false, true])("delivers for a user of an ACL, sharded: %s", async (sharded) => {
    const [owner, poster] = [
      connectBus(urlWith("p4ss w0rd"), sharded),
      connectBus(urlWith("p4ss w0rd"), sharded),
    ];
    await owner.start("owner0000000", async () => ({ status: "accepted" }));
    await poster.start("poster000000", async () => ({ status: "accepted" }));
    expect(await poster.deliver("owner0000000", envelopeTo("owner0000000"))).toEqual({ status: "accepted" });
    expect(await poster.deliver("nobody000000", envelopeTo("nobody000000"))).toEqual({
      status: "owner-gone",
    });
  });

  test("is down for one whose password is wrong, and ends all the same", async () => {
    const bus = connectBus(urlWith("wrong"));
    const starting = bus.start("owner0000000", async () => ({ status: "accepted" }));
    expect(await bus.deliver("nobody000000", envelopeTo("nobody000000"))).toEqual({ status: "bus-down" });
    // Some attempts later.
    expect(await staysPending(starting, 500)).toBe(true);
    expect(bus.health).toBe("down");
    const rejected = expect(starting).rejects.toThrow("stopped");
    await bus.stop();
    await rejected;
  });
});
