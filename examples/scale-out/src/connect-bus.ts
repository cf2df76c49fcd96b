// A URL to a message bus: the clients of the broker are the application's, with its TLS and its credentials.

import { natsBus } from "@mcp-sse/bus-nats";
import { redisBus } from "@mcp-sse/bus-redis";
import { connect } from "@nats-io/transport-node";
import { Redis } from "ioredis";
import type { MessageBus } from "mcp-sse/server";

/** A bus, and how its connections end. */
export interface ConnectedBus {
  readonly bus: MessageBus;
  close(): Promise<void>;
}

/** Connects to the broker of a URL. */
export async function connectBus(url: string): Promise<ConnectedBus> {
  return url.startsWith("nats:") ? connectNats(url) : connectRedis(url);
}

function connectRedis(url: string): ConnectedBus {
  const options = { maxRetriesPerRequest: null, retryStrategy, socketTimeout: 3_000 };
  const publisher = new Redis(url, options);
  // A connection that subscribes can do nothing else.
  const subscriber = new Redis(url, options);
  // ioredis connects again by itself; without a listener its errors would end the process.
  for (const client of [publisher, subscriber]) client.on("error", () => {});
  return {
    bus: redisBus({ publisher, subscriber }),
    async close() {
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}

async function connectNats(servers: string): Promise<ConnectedBus> {
  const connection = await connect({
    servers,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
    reconnectJitter: 50,
  });
  return { bus: natsBus({ connection }), close: () => connection.close() };
}

function retryStrategy(): number {
  return 100;
}
