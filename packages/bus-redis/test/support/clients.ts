// Both clients of Redis, as their users make them.

import { Redis } from "ioredis";
import { createClient } from "redis";
import type { RedisClient } from "../../src/redis-client.ts";

export interface ConnectedClient {
  readonly client: RedisClient;
  readonly close: () => void;
}

/** Tries again soon: the default pause grows to 2 s. */
const RETRY_MS = 100;

/** Each second the bus asks itself: a connection over which nothing comes is none. */
const SILENCE_MS = 3_000;

export const CLIENTS = {
  async ioredis(port: number): Promise<ConnectedClient> {
    const client = new Redis({
      port,
      host: "127.0.0.1",
      retryStrategy: () => RETRY_MS,
      socketTimeout: SILENCE_MS,
    });
    return { client, close: () => client.disconnect() };
  },
  async redis(port: number): Promise<ConnectedClient> {
    const client = createClient({
      socket: { port, host: "127.0.0.1", reconnectStrategy: RETRY_MS, socketTimeout: SILENCE_MS },
    });
    return {
      client,
      close: () => {
        if (client.isOpen) client.destroy();
      },
    };
  },
} as const;
