// A connection that looks alive and carries nothing: the process lives, and its inbox is dead.

import { createSseHandler } from "@mcp-sse/sse-server";
import { until, verifies } from "@mcp-sse/testkit";
import { blackHole, createFaultProxy, startNats } from "@mcp-sse/testkit/node";
import { connect } from "@nats-io/transport-node";
import { describe, expect, onTestFinished } from "vitest";
import { natsBus } from "../src/nats-bus.ts";

describe("a node whose connection to NATS carries nothing any more", () => {
  verifies(
    ["bus.ready", "bus.health"],
    "takes no new session, gives the connection up, and is back by itself",
    async () => {
      const nats = await startNats();
      onTestFinished(() => nats.close());
      const proxy = await createFaultProxy({
        target: new URL(`http://127.0.0.1:${nats.port}`),
        isServerFirst: true,
      });
      onTestFinished(() => proxy.close());
      const connection = await connect({
        servers: `127.0.0.1:${proxy.url.port}`,
        maxReconnectAttempts: -1,
        reconnectTimeWait: 200,
        // As the README has it.
        pingInterval: 1_000,
        maxPingOut: 2,
      });
      onTestFinished(() => connection.close());
      const bus = natsBus({ connection });
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
      await until(() => bus.health !== "up", "the doubt");
      expect(await get()).toBe(503);
      await until(() => bus.health === "down", "the end");
      // The question of a second ago was answered; the next is overdue after a second, and its repetition after 250 ms.
      expect(performance.now() - from).toBeLessThan(4_000);
      await until(() => bus.health === "up", "the bus, over another connection", 10_000);
      expect(await get()).toBe(200);
    },
  );
});
