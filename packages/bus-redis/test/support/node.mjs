// One node on Redis, in a process of its own. Its second argument is `redis://127.0.0.1:PORT`, with `?client=redis` for node-redis.

import { redisBus } from "@mcp-sse/bus-redis";
import { createSseHandler } from "@mcp-sse/sse-server";
import { toNodeListener } from "@mcp-sse/sse-server/node";
import { serveBusNode } from "@mcp-sse/testkit/node";
import { Redis } from "ioredis";
import { createClient } from "redis";

const url = new URL(process.argv[3]);
const isNodeRedis = url.searchParams.get("client") === "redis";
url.search = "";

const connect = () =>
  isNodeRedis
    ? createClient({ url: url.href, socket: { reconnectStrategy: 100 } })
    : new Redis(url.href, { retryStrategy: () => 100 });
const [publisher, subscriber] = [connect(), connect()];

await serveBusNode({
  createSseHandler,
  toNodeListener,
  createBus: async () => redisBus({ publisher, subscriber }),
  deafen: () => subscriber.unsubscribe(),
});
