// What an agent and its sockets hear, however often they are used.

import type { EventEmitter } from "node:events";
import http from "node:http";
import type { Socket } from "node:net";
import { until } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { connectSse } from "../../src/connect.ts";
import { serveSse } from "../peer/sse-server.ts";

function listeners(emitter: EventEmitter): number {
  return emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0);
}

describe("2 000 sends over a given agent", () => {
  test("leave it and its idle sockets the listeners that they had after 20, and the stream's its own", async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
    onTestFinished(() => agent.destroy());
    const peer = await serveSse();
    const connection = await connectSse(peer.url, { agent });
    const idle = (): Socket[] =>
      Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? []) as Socket[];
    const send = async (from: number, count: number): Promise<void> => {
      for (let id = from; id < from + count; id += 3) {
        await Promise.all(
          [0, 1, 2].map((more) => connection.write({ jsonrpc: "2.0", id: id + more, method: "ping" })),
        );
      }
      // The socket of the stream is busy; the three others are given back when their answer has ended.
      await until(() => idle().length === 3, "idle sockets");
    };
    const count = () => ({
      agent: listeners(agent),
      idle: idle().map(listeners),
      busy: (Object.values(agent.sockets).flat() as Socket[]).map(listeners),
    });
    await send(1, 18);
    const before = count();
    expect(before.busy).toHaveLength(1);
    await send(100, 1_980);
    expect(count()).toEqual(before);
    expect(peer.connections).toBe(4);
    await connection.close();
  });
});
