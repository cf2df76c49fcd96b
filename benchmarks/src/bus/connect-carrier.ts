// A bus as an application makes one.

import { natsBus } from "@mcp-sse/bus-nats";
import { redisBus } from "@mcp-sse/bus-redis";
import type { MessageBus } from "@mcp-sse/sse-server";
import { connect } from "@nats-io/transport-node";
import { Redis } from "ioredis";
import type { Carrier } from "./words.ts";

/** Comes back soon after a broker did, so that the recovery that is measured is not the client's pause. */
const RETRY_MS = 100;

export async function connectCarrier(carrier: Carrier, url: string): Promise<MessageBus> {
  if (carrier === "nats") {
    const connection = await connect({
      servers: new URL(url).host,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RETRY_MS,
      reconnectJitter: 0,
    });
    return natsBus({ connection });
  }
  const options = { maxRetriesPerRequest: null, retryStrategy: () => RETRY_MS };
  const publisher = new Redis(url, options);
  const subscriber = new Redis(url, options);
  for (const client of [publisher, subscriber]) client.on("error", () => {});
  return redisBus({ publisher, subscriber });
}
