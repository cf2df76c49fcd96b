// The clients of brokers, as far as the command uses them. They connect, and connect again, by themselves.

import { setTimeout } from "node:timers/promises";
import type { MessageBus } from "@mcp-sse/sse-server";
import { type ImportPackage, importFirst } from "./bus-package.ts";
import type { BusSettings } from "./bus-settings.ts";
import { whenConnected } from "./when-connected.ts";

/** How soon a lost broker is tried again, in ms: what is back is used within a second. */
const RETRY_MS = 200;

/** Each second a bus asks itself: a connection over which nothing comes for so long is none, in ms. */
const SILENCE_MS = 3_000;

/** How long a server may take to say hello, in ms: nobody who stops is kept waiting for longer. */
const CONNECT_MS = 2_000;

/** A way to a broker. */
export interface BusClients {
  /** A bus of its own for each handler, over the same connections. */
  createBus(): MessageBus;
  close(): Promise<void>;
}

/** What there is to connect with. */
export interface BusClientsOptions extends Pick<BusSettings, "url"> {
  readonly load: ImportPackage;
  /** Told of every attempt that failed. */
  onError(error: unknown): void;
}

interface RedisClient {
  on(event: "error", listener: (error: unknown) => void): unknown;
  setMaxListeners(count: number): unknown;
}
interface IoRedis extends RedisClient {
  disconnect(): void;
}
interface NodeRedis extends RedisClient {
  connect(): Promise<unknown>;
  destroy(): void;
}
interface NatsConnection {
  status(): AsyncIterable<{ readonly type: string }>;
  close(): Promise<void>;
}

/** Redis, by `ioredis` or `redis`, whichever is installed. */
export async function connectRedis({ url, load, onError }: BusClientsOptions): Promise<BusClients> {
  const install = ["@mcp-sse/bus-redis", "ioredis"];
  const bus = await importFirst(["@mcp-sse/bus-redis"], install, load);
  const client = await importFirst(["ioredis", "redis"], install, load);
  const { redisBus } = bus.exports as {
    redisBus(clients: { readonly publisher: unknown; readonly subscriber: unknown }): MessageBus;
  };
  const [publisher, subscriber, close] =
    client.name === "ioredis" ? ioRedis(client.exports, url) : nodeRedis(client.exports, url);
  // Without a listener an error would end the process.
  for (const each of [publisher, subscriber]) {
    each.on("error", onError);
    // Every bus listens, and there is one for each server of a file.
    each.setMaxListeners(0);
  }
  return { createBus: () => redisBus({ publisher, subscriber }), close };
}

function ioRedis(exports: unknown, url: URL): readonly [IoRedis, IoRedis, () => Promise<void>] {
  const { Redis } = exports as { readonly Redis: new (url: string, options: object) => IoRedis };
  const options = {
    maxRetriesPerRequest: null,
    retryStrategy: () => RETRY_MS,
    socketTimeout: SILENCE_MS,
  };
  const publisher = new Redis(url.href, options);
  const subscriber = new Redis(url.href, options);
  return [
    publisher,
    subscriber,
    async () => {
      publisher.disconnect();
      subscriber.disconnect();
    },
  ];
}

function nodeRedis(exports: unknown, url: URL): readonly [NodeRedis, NodeRedis, () => Promise<void>] {
  const { createClient } = exports as { createClient(options: object): NodeRedis };
  const socket = { reconnectStrategy: () => RETRY_MS, socketTimeout: SILENCE_MS };
  const options = { url: url.href, socket };
  const [publisher, subscriber] = [createClient(options), createClient(options)];
  // It settles with the first connection, however late: what failed is told to the listeners.
  for (const each of [publisher, subscriber]) each.connect().catch(() => undefined);
  return [
    publisher,
    subscriber,
    async () => {
      publisher.destroy();
      subscriber.destroy();
    },
  ];
}

/** NATS, by `@nats-io/transport-node`. */
export async function connectNats({ url, load, onError }: BusClientsOptions): Promise<BusClients> {
  const install = ["@mcp-sse/bus-nats", "@nats-io/transport-node"];
  const bus = await importFirst(["@mcp-sse/bus-nats"], install, load);
  const client = await importFirst(["@nats-io/transport-node"], install, load);
  const { natsBus } = bus.exports as { natsBus(options: { readonly connection: unknown }): MessageBus };
  const { connect } = client.exports as { connect(options: object): Promise<NatsConnection> };
  const options = {
    servers: url.host,
    ...credentialsOf(url),
    ...(url.protocol === "tls:" && { tls: {} }),
    timeout: CONNECT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    reconnectJitter: RETRY_MS,
    pingInterval: SILENCE_MS / 3,
    maxPingOut: 2,
  };
  const given = new AbortController();
  const connecting = untilConnected(() => connect(options), onError, given.signal);
  connecting.catch(() => undefined);
  return {
    createBus: () => whenConnected(connecting.then((connection) => natsBus({ connection }))),
    async close() {
      given.abort();
      await connecting.then(
        (connection) => connection.close(),
        () => undefined,
      );
    },
  };
}

/** The client waits for a first connection without a word: it is made here, and what fails is told. */
async function untilConnected(
  connect: () => Promise<NatsConnection>,
  onError: (error: unknown) => void,
  signal: AbortSignal,
): Promise<NatsConnection> {
  for (;;) {
    try {
      const connection = await connect();
      void tellLosses(connection, onError);
      return connection;
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    await setTimeout(RETRY_MS, undefined, { signal });
  }
}

async function tellLosses(connection: NatsConnection, onError: (error: unknown) => void): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type === "disconnect") onError(new Error("disconnected"));
  }
}

/** A user without a password is a token. */
function credentialsOf({ username, password }: URL): object {
  if (username === "") return {};
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  return pass === "" ? { token: user } : { user, pass };
}
