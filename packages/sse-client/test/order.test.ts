// The order of messages, seen from a real server.

import type { JsonRpcMessage } from "@mcp-sse/jsonrpc";
import { until, verifies } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { connectSse } from "../src/connect.ts";
import type { SseClientOptions } from "../src/options.ts";
import { searchOrders } from "./order-property.ts";
import { branches } from "./peer/branches.ts";
import { serveSse } from "./peer/sse-server.ts";

/** Whether something comes while nothing is answered: long enough for what is not held back. */
const comes = (condition: () => boolean): Promise<boolean> =>
  until(condition, "it", 100).then(
    () => true,
    () => false,
  );

const request = (id: number): JsonRpcMessage => ({ jsonrpc: "2.0", id, method: "tools/call" });
const cancelled = (requestId: number): JsonRpcMessage => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId },
});

describe.each(branches)("the order over $name", ({ options: branch }) => {
  /** @param onPost - answers a POST with its argument, when it likes. */
  async function open(onPost: (answer: () => void) => void, options: SseClientOptions = {}) {
    const arrived: string[] = [];
    const peer = await serveSse({
      onPost({ body }, response) {
        arrived.push(body);
        onPost(() => response.writeHead(202).end());
      },
    });
    const connection = await connectSse(peer.url, { ...branch, ...options });
    onTestFinished(() => connection.close());
    return { arrived, connection, peer };
  }

  verifies(
    "client.order.fence",
    "of arrival is the order of writing around every fence, at random latencies",
    () => searchOrders(branch, false, 6),
  );

  verifies(
    "client.order.fence",
    "is kept around every fence at a server that answers a POST only when its handler has ended",
    () => searchOrders(branch, true, 6),
  );

  test("of initialize and tools/list, written in one tick, is kept however long initialize is held", async () => {
    const held: (() => void)[] = [];
    const { arrived, connection } = await open((answer) => void held.push(answer), {
      fenceTimeoutMs: 60_000,
    });
    const methods = (): string[] => arrived.map((body) => JSON.parse(body).method);
    const names = ["initialize", "tools/list", "resources/list", "notifications/x"];
    const writes = names.map((method, id) =>
      connection.write({ jsonrpc: "2.0", ...(method !== "notifications/x" && { id }), method }),
    );
    await until(() => held.length === 1, "initialize");
    expect(await comes(() => arrived.length > 1)).toBe(false);
    expect(methods()).toEqual(["initialize"]);
    held[0]?.();
    await until(() => held.length === 3, "both lists");
    // The notification is a fence of its own.
    expect(await comes(() => arrived.length > 3)).toBe(false);
    expect(new Set(methods())).toEqual(new Set(names.slice(0, 3)));
    held[1]?.();
    held[2]?.();
    await until(() => held.length === 4, "the notification");
    held[3]?.();
    await Promise.all(writes);
  });

  verifies(
    "client.order.fence-timeout",
    "lets a cancelled past requests that the server holds, and never past its own request",
    async () => {
      let holding = false;
      const given = new AbortController();
      const { arrived, connection } = await open((answer) => holding || answer(), {
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
