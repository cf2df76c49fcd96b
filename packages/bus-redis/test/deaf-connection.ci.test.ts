// A connection that looks alive and carries nothing: the process lives, and its inbox is dead.

import { createSseHandler } from "@mcp-sse/sse-server";
import { until, verifies } from "@mcp-sse/testkit";
import { blackHole, createFaultProxy, startRedis } from "@mcp-sse/testkit/node";
import { describe, expect, onTestFinished } from "vitest";
import { redisBus } from "../src/redis-bus.ts";
import { CLIENTS } from "./support/clients.ts";

describe.each([
  ["subscriber", "ioredis"],
  ["subscriber", "redis"],
  ["publisher", "ioredis"],
  ["publisher", "redis"],
] as const)("a node whose %s of %s carries nothing any more", (which, name) => {
  verifies(
    ["bus.ready", "bus.health"],
    "takes no new session, and does again when its client has another",
    async () => {
      const redis = await startRedis();
      onTestFinished(() => redis.close());
      const proxy = await createFaultProxy({ target: new URL(`http://127.0.0.1:${redis.port}`) });
      onTestFinished(() => proxy.close());
      const connect = CLIENTS[name];
      const through = (own: string): number => (own === which ? Number(proxy.url.port) : redis.port);
      const [publisher, subscriber] = [
        await connect(through("publisher")),
        await connect(through("subscriber")),
      ];
      onTestFinished(publisher.close);
      onTestFinished(subscriber.close);
      const bus = redisBus({ publisher: publisher.client, subscriber: subscriber.client });
      const handler = createSseHandler(() => undefined, { bus, secret: "s" });
      onTestFinished(() => handler.close({ graceMs: 0 }));
      const get = async (): Promise<number> => {
        const { status, body } = await handler.fetch(new Request("http://localhost/sse"));
        await body?.cancel();
        return status;
      };
      await until(() => bus.health === "up", "the bus");
      expect(await get()).toBe(200);
      const from = performance.now();
      for (const link of proxy.links) link.become(blackHole());
      await until(() => bus.health === "degraded", "the doubt", 5_000);
      expect(await get()).toBe(503);
      await until(() => bus.health === "down", "the end", 5_000);
      // The question of a second ago was answered; the next is overdue after a second, and its repetition after 250 ms.
      expect(performance.now() - from).toBeLessThan(4_000);
      expect(await get()).toBe(503);
      // Nobody resets the connection: the client gives it up, because nothing comes.
      await until(() => bus.health === "up", "the bus, over another connection", 10_000);
      expect(await get()).toBe(200);
    },
  );
});
