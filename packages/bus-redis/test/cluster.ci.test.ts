// A real cluster of three: what is published for a node stays in the shard of its channel.

import { messageBusSuite } from "@mcp-sse/testkit";
import { type RedisCluster, startRedisCluster } from "@mcp-sse/testkit/node";
import { Cluster } from "ioredis";
import { createCluster } from "redis";
import { afterAll, beforeAll } from "vitest";
import { redisBus } from "../src/redis-bus.ts";
import type { RedisClient } from "../src/redis-client.ts";

interface ConnectedCluster {
  readonly client: RedisClient;
  close(): void;
}

const CLUSTERS: Record<string, (ports: readonly number[]) => ConnectedCluster> = {
  ioredis(ports) {
    const nodes = ports.map((port) => ({ port, host: "127.0.0.1" }));
    const client = new Cluster(nodes, { shardedSubscribers: true });
    return { client, close: () => client.disconnect() };
  },
  redis(ports) {
    const client = createCluster({
      rootNodes: ports.map((port) => ({ url: `redis://127.0.0.1:${port}` })),
    });
    return {
      client,
      close: () => {
        if (client.isOpen) client.destroy();
      },
    };
  },
};

let cluster: RedisCluster;
beforeAll(async () => {
  cluster = await startRedisCluster();
}, 30_000);
afterAll(() => cluster.close());

for (const [name, connectCluster] of Object.entries(CLUSTERS)) {
  messageBusSuite({
    name: `redisBus over a cluster of ${name}, sharded`,
    open() {
      const closing: (() => void)[] = [];
      return {
        connect() {
          const [publisher, subscriber] = [connectCluster(cluster.ports), connectCluster(cluster.ports)];
          closing.push(publisher.close, subscriber.close);
          return redisBus({ publisher: publisher.client, subscriber: subscriber.client, sharded: true });
        },
        dispose() {
          for (const close of closing) close();
        },
      };
    },
  });
}
