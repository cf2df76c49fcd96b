import { EventEmitter } from "node:events";
import { memoryBus } from "@mcp-sse/sse-server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createLog } from "../../../src/cli/log.ts";
import type { BusSettings } from "../../../src/cli/serve/bus-settings.ts";
import { connectBus } from "../../../src/cli/serve/connect-bus.ts";
import { fakeTerminal } from "../fake-terminal.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const settings: BusSettings = {
  kind: "redis",
  url: new URL("redis://user:p4ss@broker:6379"),
  secret: "0123456789abcdef",
};

describe("--bus", () => {
  test("tells of a broker that is away now and then, and of its credentials nothing", async () => {
    const terminal = fakeTerminal();
    const clients: EventEmitter[] = [];
    const createClient = () => {
      const client = Object.assign(new EventEmitter(), { connect: async () => {}, destroy: () => {} });
      clients.push(client);
      return client;
    };
    await connectBus(settings, createLog("pretty", terminal), async (name) => {
      if (name === "ioredis") {
        throw Object.assign(new Error("Cannot find package 'ioredis'"), { code: "ERR_MODULE_NOT_FOUND" });
      }
      return { redisBus: memoryBus, createClient };
    });
    const lines = () => terminal.err().split("\n").slice(0, -1);
    expect(lines()).toEqual([]);
    for (const client of [...clients, ...clients]) client.emit("error", new AggregateError([], ""));
    vi.advanceTimersByTime(10_000);
    clients[0]?.emit("error", Object.assign(new AggregateError([], ""), { code: "ECONNREFUSED" }));
    expect(lines()).toHaveLength(2);
    expect(lines()[1]).toContain("the bus at broker:6379: ECONNREFUSED");
    expect(terminal.err()).not.toContain("p4ss");
  });

  test("warns where IDs are not signed", async () => {
    const terminal = fakeTerminal();
    const nats = async () => ({ natsBus: memoryBus, connect: () => new Promise(() => {}) });
    await connectBus({ ...settings, kind: "nats", secret: undefined }, createLog("pretty", terminal), nats);
    expect(terminal.err()).toContain("--bus-secret-env");
  });

  test("says what keeps a package from being used", async () => {
    const broken = connectBus(settings, createLog("pretty", fakeTerminal()), async () => {
      throw new SyntaxError("unexpected token");
    });
    await expect(broken).rejects.toMatchObject({ name: "CliError", message: "--bus: unexpected token" });
  });
});
