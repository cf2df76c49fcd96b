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
  async function nats(url: string, connect: () => Promise<unknown>) {
    const told: object[] = [];
    const errors: unknown[] = [];
    const packages: Record<string, unknown> = {
      "@mcp-sse/bus-nats": { natsBus: () => memoryBus() },
      "@nats-io/transport-node": {
        connect(options: object) {
          told.push(options);
          return connect();
        },
      },
    };
    const bus = await connectNats({
      url: new URL(url),
      load: async (name) => packages[name],
      onError: (error) => errors.push(error),
    });
    return { told, errors, bus };
  }

  function connection(...statuses: string[]) {
    return {
      closed: 0,
      async *status() {
        for (const type of statuses) yield { type };
      },
      async close() {
        this.closed++;
      },
    };
  }

  test.each([
    ["nats://broker:4222", {}],
    ["nats://us%40r:p%3Aw@broker:4222", { user: "us@r", pass: "p:w" }],
    ["nats://t0ken@broker:4222", { token: "t0ken" }],
    ["tls://broker:4222", { tls: {} }],
  ])("is told of %s what it needs, and comes back for ever", async (url, expected) => {
    const made = connection("update", "disconnect", "reconnect");
    const { told, errors, bus } = await nats(url, async () => made);
    expect(told).toEqual([
      expect.objectContaining({ servers: "broker:4222", maxReconnectAttempts: -1, ...expected }),
    ]);
    const created = bus.createBus();
    await created.start("n", async () => ({ status: "accepted" }));
    expect(created.health).toBe("up");
    expect(errors).toEqual([new Error("disconnected")]);
    await bus.close();
    expect(made.closed).toBe(1);
  });

  test("is made again until its broker is there, and tells what failed", async () => {
    const outcomes = [() => Promise.reject("refused"), async () => connection()];
    const { told, errors, bus } = await nats("nats://broker", async () => outcomes.shift()?.());
    const created = bus.createBus();
    expect(created.health).toBe("down");
    await created.start("n", async () => ({ status: "accepted" }));
    expect([errors, told.length, created.health]).toEqual([["refused"], 2, "up"]);
    await bus.close();
  });

  test("keeps nobody waiting who leaves before it has connected", async () => {
    const { errors, bus } = await nats("nats://broker", () => Promise.reject("refused"));
    const started = bus.createBus().start("n", async () => ({ status: "accepted" }));
    await bus.close();
    await expect(started).rejects.toMatchObject({ name: "AbortError" });
    expect(errors).toEqual(["refused"]);
  });
});
