// One connection to Redis, whichever client holds it.

import type { IoredisClient, NodeRedisClient, RedisClient } from "./redis-client.ts";

/** What the bus does with a connection. */
export interface RedisLink {
  readonly ready: boolean;
  /** Calls back when the connection comes and goes. Returns what stops that. */
  watch(onReady: () => void, onLost: () => void): () => void;
  /** Connects, where the client does not by itself. */
  connect(): Promise<void>;
  /** @returns the number of those who got it. */
  publish(channel: string, text: string): Promise<number>;
  /** Subscribes, also if it has already; settles when the server has said so. */
  subscribe(channel: string, onText: (text: string) => void): Promise<void>;
  unsubscribe(channel: string): Promise<void>;
}

/** Links a client. `sharded` publishes within the shard of a channel. */
export function linkTo(client: RedisClient, sharded: boolean): RedisLink {
  return "isReady" in client ? linkToNodeRedis(client, sharded) : linkToIoredis(client, sharded);
}

function linkToIoredis(client: IoredisClient, sharded: boolean): RedisLink {
  const event = sharded ? "smessage" : "message";
  let listener: ((channel: unknown, text: unknown) => void) | undefined;
  return {
    get ready() {
      return client.status === "ready";
    },
    watch: (onReady, onLost) => watch(client, "close", onReady, onLost),
    connect: async () => undefined,
    async publish(channel, text) {
      return Number(await (sharded ? client.spublish(channel, text) : client.publish(channel, text)));
    },
    async subscribe(channel, onText) {
      if (listener === undefined) {
        listener = (from, text) => {
          if (from === channel) onText(String(text));
        };
        client.on(event, listener);
      }
      await (sharded ? client.ssubscribe(channel) : client.subscribe(channel));
    },
    async unsubscribe(channel) {
      try {
        await (sharded ? client.sunsubscribe(channel) : client.unsubscribe(channel));
      } finally {
        if (listener !== undefined) client.off(event, listener);
        listener = undefined;
      }
    },
  };
}

function linkToNodeRedis(client: NodeRedisClient, sharded: boolean): RedisLink {
  let listener: ((text: unknown) => void) | undefined;
  return {
    get ready() {
      return client.isReady;
    },
    // `error` is what it says of a lost connection; `end` follows only when it gives up.
    watch: (onReady, onLost) => watch(client, "end", onReady, onLost),
    async connect() {
      if (!client.isOpen) await client.connect();
    },
    publish: (channel, text) => (sharded ? client.sPublish(channel, text) : client.publish(channel, text)),
    async subscribe(channel, onText) {
      // The same listener again is no second one.
      listener ??= (text) => onText(String(text));
      await (sharded ? client.sSubscribe(channel, listener) : client.subscribe(channel, listener));
    },
    async unsubscribe(channel) {
      if (listener === undefined) return;
      await (sharded ? client.sUnsubscribe(channel, listener) : client.unsubscribe(channel, listener));
      listener = undefined;
    },
  };
}

/** An `error` that nobody hears would end the process: it is heard, and told as the loss that it is. */
function watch(client: RedisClient, end: string, onReady: () => void, onLost: () => void): () => void {
  const events = { ready: onReady, reconnecting: onLost, error: onLost, [end]: onLost };
  for (const [event, listener] of Object.entries(events)) client.on(event, listener);
  return () => {
    for (const [event, listener] of Object.entries(events)) client.off(event, listener);
  };
}
