// What time does to a connection, on a clock that the test moves.

import type { CloseReason } from "@mcp-sse/jsonrpc";
import { verifies } from "@mcp-sse/testkit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SseClientConnection } from "../src/client-connection.ts";
import { connectSse } from "../src/connect.ts";
import { note } from "./peer/events.ts";
import { createFakeServer, type FakeServer } from "./peer/fake-server.ts";

const URL_ = "http://server.example/sse";
const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" }) as const;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function endOf(connection: SseClientConnection): { reason?: CloseReason } {
  const end: { reason?: CloseReason } = {};
  void connection.closed.then((reason) => {
    end.reason = reason;
  });
  return end;
}

describe("the idle time", () => {
  verifies(
    "client.idle",
    "counts from the last byte, comments included, not from the first (K04)",
    async () => {
      const server = createFakeServer();
      const connection = await connectSse(URL_, { fetch: server.fetch, idleTimeoutMs: 3_000 });
      const end = endOf(connection);
      for (let second = 0; second < 10; second++) {
        await pass(1_000);
        server.send(second % 2 === 0 ? ": beat\n" : note("message"));
      }
      await pass(2_999);
      expect(end.reason).toBeUndefined();
      await pass(2);
      expect(end.reason).toEqual({ code: "idle" });
      expect(server.isCancelled).toBe(true);
    },
  );

  verifies("client.idle", "does not run while the stream is not read", async () => {
    const server = createFakeServer();
    const connection = await connectSse(URL_, {
      fetch: server.fetch,
      idleTimeoutMs: 3_000,
      maxQueuedMessages: 2,
    });
    const end = endOf(connection);
    server.send(note("a") + note("b"));
    await pass(60_000);
    expect(end.reason).toBeUndefined();
    expect(await connection.read()).toMatchObject({ method: "a" });
    await pass(2_999);
    expect(end.reason).toBeUndefined();
    await pass(2);
    expect(end.reason).toEqual({ code: "idle" });
    expect(await connection.read()).toMatchObject({ method: "b" });
    expect(await connection.read()).toBeUndefined();
  });

  test("is without end by itself: a silent stream lives for days", async () => {
    const server = createFakeServer();
    const connection = await connectSse(URL_, { fetch: server.fetch });
    const end = endOf(connection);
    await pass(3 * 24 * 3_600_000);
    expect(end.reason).toBeUndefined();
    server.send(note("at last"));
    expect(await connection.read()).toMatchObject({ method: "at last" });
    await connection.close();
  });
});

describe("a connection that has ended", () => {
  test.each<
    [code: CloseReason["code"], end: (server: FakeServer, connection: SseClientConnection) => unknown]
  >([
    ["peer", (server) => server.end()],
    ["network", (server) => server.end(new Error("reset"))],
    ["idle", () => pass(60_000)],
    ["local", (_server, connection) => connection.close()],
  ])("with %s does not come back by itself, in a day, and sends nothing (K01)", async (code, end) => {
    let gets = 0;
    const server = createFakeServer(() => {
      gets++;
      return 200;
    });
    const connection = await connectSse(URL_, { fetch: server.fetch, idleTimeoutMs: 60_000 });
    const told = vi.fn();
    void connection.closed.then(told);
    await end(server, connection);
    await pass(24 * 3_600_000);
    expect(told.mock.calls).toMatchObject([[{ code }]]);
    expect(gets).toBe(1);
    expect(server.posts).toHaveLength(0);
    expect(await connection.read()).toBeUndefined();
  });
});

describe("the endpoint deadline", () => {
  verifies(
    "client.endpoint.deadline",
    "runs for each GET, and not while the authorization is renewed",
    async () => {
      let token = "old";
      const server = createFakeServer((headers) =>
        headers.get("authorization") === "Bearer new" ? 200 : 401,
      );
      const connecting = connectSse(URL_, {
        fetch: async (url, init) => {
          await new Promise((resolve) => setTimeout(resolve, 800));
          return server.fetch(url, init);
        },
        endpointTimeoutMs: 1_000,
        auth: {
          token: () => token,
          async onUnauthorized() {
            await new Promise((resolve) => setTimeout(resolve, 60_000));
            token = "new";
          },
        },
      });
      await pass(800 + 60_000 + 800);
      const connection = await connecting;
      await connection.close();
    },
  );

  test("of 10 s ends an attempt by default", async () => {
    let code = "";
    connectSse(URL_, { fetch: () => new Promise(() => {}) }).catch((error: { code: string }) => {
      code = error.code;
    });
    await pass(9_999);
    expect(code).toBe("");
    await pass(1);
    expect(code).toBe("ERR_SSE_ENDPOINT_TIMEOUT");
  });
});

describe("the time of a POST", () => {
  verifies("client.post.timeout", "runs from its being sent, not while it waits its turn", async () => {
    const server = createFakeServer();
    const connection = await connectSse(URL_, {
      fetch: server.fetch,
      postTimeoutMs: 1_000,
      maxConcurrentPosts: 1,
    });
    const outcomes: string[] = [];
    for (const id of [0, 1, 2, 3]) {
      connection.write(ping(id)).then(
        () => outcomes.push(`${id} accepted`),
        (error: { code: string }) => outcomes.push(`${id} ${error.code}`),
      );
    }
    for (const at of [0, 1, 2]) {
      await pass(999);
      expect(server.posts).toHaveLength(at + 1);
      server.posts[at]?.answer(202);
      await pass(0);
    }
    await pass(999);
    expect(outcomes).toEqual(["0 accepted", "1 accepted", "2 accepted"]);
    await pass(1);
    expect(outcomes.at(-1)).toBe("3 ERR_SSE_POST_TIMEOUT");
    await connection.close();
  });

  test("to leave is 5 s at close, and not more than a fence's where the server holds it", async () => {
    const server = createFakeServer();
    const connection = await connectSse(URL_, { fetch: server.fetch, maxConcurrentPosts: 1 });
    const first = connection.write(ping(0));
    await pass(0);
    server.posts[0]?.answer(202);
    await first;
    const outcomes = Promise.allSettled([connection.write(ping(1)), connection.write(ping(2))]);
    const end = endOf(connection);
    const closing = connection.close();
    await pass(4_999);
    expect(end.reason).toBeUndefined();
    await pass(1);
    await closing;
    expect(end.reason).toEqual({ code: "local" });
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "ERR_CONNECTION_CLOSED" } });
    }

    const other = createFakeServer();
    const held = await connectSse(URL_, { fetch: other.fetch, fenceTimeoutMs: 500 });
    const holding = held.write(ping(0)).catch(() => {});
    const heldEnd = endOf(held);
    void held.close();
    await pass(499);
    expect(heldEnd.reason).toBeUndefined();
    await pass(1);
    expect(heldEnd.reason).toEqual({ code: "local" });
    await holding;
  });
});
