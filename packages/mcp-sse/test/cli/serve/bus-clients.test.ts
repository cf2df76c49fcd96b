import { EventEmitter } from "node:events";
import { memoryBus } from "@mcp-sse/sse-server";
import { describe, expect, test } from "vitest";
import { type BusClients, connectNats, connectRedis } from "../../../src/cli/serve/bus-clients.ts";

// What of the packages is used; with real ones and real brokers: ../serve-bus.ci.test.ts.

/** A client that notes what it was told. */
class Client extends EventEmitter {
  readonly told: unknown[];

  constructor(...told: unknown[]) {
    super();
    this.told = told;
  }

  async connect(): Promise<void> {
    this.told.push("connect");
    throw new Error("no broker");
  }

  disconnect(): void {
    this.told.push("disconnect");
  }

  destroy(): void {
    this.told.push("destroy");
  }
}

interface Redis {
  readonly clients: Client[];
  readonly given: unknown[];
  readonly errors: unknown[];
  readonly bus: BusClients;
}

async function redis(library: "ioredis" | "redis"): Promise<Redis> {
  const clients: Client[] = [];
  const given: unknown[] = [];
  const errors: unknown[] = [];
  class Redis extends Client {
    constructor(...told: unknown[]) {
      super(...told);
      clients.push(this);
    }
  }
  const packages: Record<string, unknown> = {
    "@mcp-sse/bus-redis": {
      redisBus(shared: unknown) {
        given.push(shared);
        return memoryBus();
      },
    },
    [library]: { Redis, createClient: (options: object) => new Redis(options) },
  };
  const bus = await connectRedis({
    url: new URL("redis://u:p@broker:1"),
    load: async (name) => {
      if (name in packages) return packages[name];
      throw Object.assign(new Error(`Cannot find package '${name}'`), { code: "ERR_MODULE_NOT_FOUND" });
    },
    onError: (error) => errors.push(error),
  });
  return { clients, given, errors, bus };
}

describe("the clients of Redis", () => {
  test.each(["ioredis", "redis"] as const)(
    "are two connections of %s that come back by themselves, shared by every bus",
    async (library) => {
      const { clients, given, errors, bus } = await redis(library);
      const [publisher, subscriber] = clients;
      expect(clients).toHaveLength(2);
      for (const client of clients) {
        expect(JSON.stringify(client.told)).toContain("redis://u:p@broker:1");
        client.emit("error", "refused");
      }
      expect(errors).toEqual(["refused", "refused"]);
      bus.createBus();
      bus.createBus();
      expect(given).toEqual([
        { publisher, subscriber },
        { publisher, subscriber },
      ]);
      await bus.close();
      const ended = library === "ioredis" ? "disconnect" : "destroy";
      expect(clients.map(({ told }) => told.at(-1))).toEqual([ended, ended]);
    },
  );
});

describe("the client of NATS", () => {
  async function nats(url: string, connection: Promise<unknown>) {
    const told: object[] = [];
    const errors: unknown[] = [];
    const connect = (options: object): Promise<unknown> => {
      told.push(options);
      return connection;
    };
    const packages: Record<string, unknown> = {
      "@mcp-sse/bus-nats": { natsBus: () => memoryBus() },
      "@nats-io/transport-node": { connect },
    };
    const bus = await connectNats({
      url: new URL(url),
      load: async (name) => packages[name],
      onError: (error) => errors.push(error),
    });
    return { told, errors, bus };
  }

  test.each([
    ["nats://broker:4222", {}],
    ["nats://us%40r:p%3Aw@broker:4222", { user: "us@r", pass: "p:w" }],
    ["nats://t0ken@broker:4222", { token: "t0ken" }],
    ["tls://broker:4222", { tls: {} }],
  ])("is told of %s what it needs, and waits for the broker", async (url, expected) => {
    let closed = 0;
    const { told, bus } = await nats(url, Promise.resolve({ close: async () => void closed++ }));
    expect(told).toEqual([
      expect.objectContaining({
        servers: "broker:4222",
        waitOnFirstConnect: true,
        maxReconnectAttempts: -1,
        ...expected,
      }),
    ]);
    const created = bus.createBus();
    await created.start("n", async () => ({ status: "accepted" }));
    expect(created.health).toBe("up");
    await bus.close();
    expect(closed).toBe(1);
  });

  test("keeps nobody waiting who leaves before it has connected", async () => {
    const { bus } = await nats("nats://broker", new Promise(() => {}));
    expect(bus.createBus().health).toBe("down");
    await bus.close();
  });

  test("tells of a connection that never comes", async () => {
    const { errors, bus } = await nats("nats://broker", Promise.reject("refused"));
    await expect(bus.createBus().start("n", async () => ({ status: "accepted" }))).rejects.toBe("refused");
    expect(errors).toEqual(["refused"]);
    await bus.close();
  });
});
