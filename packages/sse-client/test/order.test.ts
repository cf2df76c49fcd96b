// The order of messages, seen from a real server.

import { encodeMessage, type JsonRpcMessage } from "@mcp-sse/jsonrpc";
import { until, verifies } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { connectSse } from "../src/connect.ts";
import type { SseClientOptions } from "../src/options.ts";
import { branches } from "./peer/branches.ts";
import { serveSse } from "./peer/sse-server.ts";

/** A small generator of numbers in [0, 1) that can be started again from its seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const request = (id: number): JsonRpcMessage => ({ jsonrpc: "2.0", id, method: "tools/call" });
const cancelled = (requestId: number): JsonRpcMessage => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId },
});

describe.each(branches)("the order over $name", ({ options: branch }) => {
  async function open(latencyMs: () => number, options: SseClientOptions = {}) {
    const arrived: string[] = [];
    const peer = await serveSse({
      onPost({ body }, response) {
        arrived.push(body);
        const answer = () => response.writeHead(202).end();
        const delay = latencyMs();
        if (delay === 0) answer();
        else setTimeout(answer, delay);
      },
    });
    const connection = await connectSse(peer.url, { ...branch, ...options });
    onTestFinished(() => connection.close());
    return { arrived, connection, peer };
  }

  verifies(
    "client.order.fence",
    "of arrival is the order of writing around every fence, at random latencies",
    async () => {
      const seed = Number(process.env.VITE_TEST_SEED ?? Date.now() % 1_000_000);
      const random = randomFrom(seed);
      const { arrived, connection } = await open(() => Math.floor(random() * 8), { fenceTimeoutMs: 60_000 });
      const messages = Array.from({ length: 120 }, (_, index): JsonRpcMessage => {
        const kind = random();
        if (kind < 0.3) return { jsonrpc: "2.0", method: "notifications/x", params: { index } };
        if (kind < 0.4) return { jsonrpc: "2.0", id: index, result: {} };
        return request(index);
      });
      await Promise.all(messages.map((message) => connection.write(message)));
      const place = new Map(arrived.map((body, at) => [body, at]));
      const places = messages.map((message) => place.get(encodeMessage(message)) ?? -1);
      for (const [index, message] of messages.entries()) {
        if (index > 0 && !("method" in message && !("id" in message))) continue;
        const at = places[index] as number;
        expect(Math.max(-1, ...places.slice(0, index)), `before ${index}, seed ${seed}`).toBeLessThan(at);
        expect(Math.min(1_000, ...places.slice(index + 1)), `after ${index}, seed ${seed}`).toBeGreaterThan(
          at,
        );
      }
    },
  );

  test("of initialize and tools/list, written in one tick, is kept", async () => {
    for (let round = 0; round < 5; round++) {
      const { arrived, connection } = await open(() => 0);
      const names = ["initialize", "tools/list", "tools/list"];
      await Promise.all(names.map((method, id) => connection.write({ jsonrpc: "2.0", id, method })));
      expect(JSON.parse(arrived[0] ?? "{}").method).toBe("initialize");
    }
  });

  verifies(
    "client.order.fence-timeout",
    "lets a cancelled past requests that the server holds, and never past its own request",
    async () => {
      let holding = false;
      const given = new AbortController();
      const { arrived, connection } = await open(() => (holding ? 60_000 : 0), {
        fenceTimeoutMs: 300,
        maxConcurrentPosts: 2,
      });
      await connection.write(request(0));
      holding = true;
      const { signal } = given;
      const writes = [request(1), request(2), request(3), cancelled(2)].map((message) =>
        connection.write(message, { signal }),
      );
      await until(() => arrived.length === 4, "the cancelled");
      const [, ...ids] = arrived.map((body): number | undefined => JSON.parse(body).id);
      // Two requests at a time may arrive either way round.
      expect(new Set(ids.slice(0, 2))).toEqual(new Set([1, 2]));
      expect(ids[2]).toBeUndefined();
      given.abort();
      await Promise.allSettled(writes);
    },
  );
});
