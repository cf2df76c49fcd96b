import { type Connection, createConnectionPair, ErrorCode, type JsonRpcMessage } from "@mcp-sse/jsonrpc";
import { staysPending, until, within } from "@mcp-sse/testkit";
import { describe, expect, test, vi } from "vitest";
import { BridgeError } from "../src/errors.ts";
import { Relay } from "../src/relay.ts";

// A busy machine is slow.
vi.setConfig({ testTimeout: 30_000 });

/** A relay between two pairs: `client` and `server` are the far ends. */
function relayed(
  parts: { readonly window?: number; readonly limit?: number; readonly server?: Connection } = {},
) {
  const [client, nearClient] = createConnectionPair();
  const [server, nearServer] = createConnectionPair();
  const lost: unknown[] = [];
  const relay = new Relay({
    client: nearClient,
    server: parts.server ?? nearServer,
    maxPendingRequests: parts.limit ?? 100,
    serverWindow: parts.window ?? 1,
    onLost: (error) => lost.push(error),
  });
  return { client, server, relay, lost };
}

const request = (id: string | number, method = "x", params: object = {}): JsonRpcMessage => ({
  jsonrpc: "2.0",
  id,
  method,
  params: params as Record<string, unknown>,
});

describe("a relay", () => {
  test("hands on messages of every kind, both ways, in order", async () => {
    const { client, server } = relayed();
    const up: JsonRpcMessage[] = [
      request(1),
      { jsonrpc: "2.0", method: "a" },
      { jsonrpc: "2.0", id: 9, result: 1 },
    ];
    const down: JsonRpcMessage[] = [
      { jsonrpc: "2.0", id: 1, result: {} },
      { jsonrpc: "2.0", id: "stray", error: { code: 1, message: "x" } },
      request(9),
      { jsonrpc: "2.0", error: { code: 1, message: "of nobody" } },
    ];
    for (const message of up) await client.write(message);
    for (const message of up) expect(await server.read()).toEqual(message);
    for (const message of down) await server.write(message);
    for (const message of down) expect(await client.read()).toEqual(message);
  });

  test("answers what waits when the server ends, after what it said before", async () => {
    const { client, server, relay } = relayed();
    await client.write(request(1));
    await client.write(request("b"));
    await server.read();
    await server.read();
    await server.write({ jsonrpc: "2.0", id: 1, result: {} });
    await server.close();
    expect(await client.read()).toMatchObject({ id: 1, result: {} });
    expect(await client.read()).toMatchObject({ id: "b", error: { code: -32000 } });
    expect(await client.read()).toBeUndefined();
    expect(await relay.ended).toEqual({ code: "peer" });
    expect(await client.closed).toEqual({ code: "peer" });
  });

  test("answers the first request of a client whose server has ended already", async () => {
    const { client, server } = relayed();
    await server.close();
    await staysPending(client.closed, 5);
    await client.write(request(1));
    expect(await client.read()).toMatchObject({ id: 1, error: { code: -32000 } });
    await client.closed;
  });

  test("waits a second for that first request, and no longer", async () => {
    vi.useFakeTimers();
    try {
      const { client, server } = relayed();
      await server.close();
      await vi.advanceTimersByTimeAsync(999);
      const closed = vi.fn();
      void client.closed.then(closed);
      await vi.advanceTimersByTimeAsync(0);
      expect(closed).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(closed).toHaveBeenCalled();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test("ends the server with its client, and answers what that waits for", async () => {
    const { client, server, relay } = relayed();
    await server.write(request(7));
    await client.read();
    await client.close();
    expect(await server.read()).toMatchObject({ id: 7, error: { code: ErrorCode.ClientClosing } });
    expect(await server.read()).toBeUndefined();
    expect(await relay.ended).toEqual({ code: "peer" });
  });

  test("ends the client with the error that ended the server", async () => {
    const cause = new BridgeError("ERR_BRIDGE_EXIT", "gone", { exit: { code: 1, signal: undefined } });
    const [far, near] = createConnectionPair();
    const ending = {
      ...near,
      read: () => near.read(),
      closed: near.closed.then(() => ({ code: "peer", cause }) as const),
    };
    const { client } = relayed({ server: ending });
    await client.write(request(1));
    await far.read();
    await far.close();
    expect(await client.read()).toMatchObject({ error: { message: "gone", data: { exitCode: 1 } } });
  });

  test("asks no more of the server than its limit, and frees it with an answer or a cancellation", async () => {
    const { client, server } = relayed({ limit: 1 });
    await client.write(request(1));
    await server.read();
    await client.write(request(2));
    expect(await client.read()).toMatchObject({ id: 2, error: { code: ErrorCode.ServerOverloaded } });
    await client.write({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
    await server.read();
    await client.write(request(3));
    expect(await server.read()).toMatchObject({ id: 3 });
    await server.write(request(1));
    await server.write(request(2));
    expect(await server.read()).toMatchObject({ id: 2, error: { code: ErrorCode.ServerOverloaded } });
  });

  test("answers in the server's place, once", async () => {
    const { client, server, relay } = relayed();
    for (const id of [1, 2, 3]) await client.write(request(id));
    for (const _ of [1, 2, 3]) await server.read();
    relay.answerInstead(2, { code: 5, message: "x" });
    relay.answerInstead(9, { code: 5, message: "of nobody" });
    expect(await client.read()).toMatchObject({ id: 2, error: { code: 5 } });
    relay.answerInstead(undefined, { code: 6, message: "x" });
    expect([await client.read(), await client.read()]).toMatchObject([{ id: 1 }, { id: 3 }]);
    await server.write({ jsonrpc: "2.0", id: 1, result: {} });
    await server.write({ jsonrpc: "2.0", method: "after" });
    expect(await client.read()).toMatchObject({ method: "after" });
  });

  test("refuses everything from a moment on", async () => {
    const { client, server, relay } = relayed();
    await client.write(request(1));
    await server.read();
    relay.refuse({ code: 5, message: "x" });
    expect(await client.read()).toMatchObject({ id: 1, error: { code: 5 } });
    await client.write(request(2));
    await client.write({ jsonrpc: "2.0", method: "unheard" });
    expect(await client.read()).toMatchObject({ id: 2, error: { code: 5 } });
    relay.refuse({ code: 6, message: "the first one counts" });
    await client.write(request(3));
    expect(await client.read()).toMatchObject({ id: 3, error: { code: 5 } });
  });

  test("is idle when nobody waits", async () => {
    const { client, server, relay } = relayed();
    await relay.idle();
    await client.write(request(1));
    await server.read();
    const idle = relay.idle();
    expect(await staysPending(idle, 5)).toBe(true);
    await server.write({ jsonrpc: "2.0", id: 1, result: {} });
    await within(idle, "idle");
  });

  test("is idle when the one who waited has left", async () => {
    const { client, server, relay } = relayed();
    await client.write(request(1));
    await server.read();
    const idle = relay.idle();
    await client.close();
    await within(idle, "idle");
    await within(relay.ended, "the end");
  });
});

describe("a server whose writes fail", () => {
  function failing(): { server: Connection; errors: unknown[]; writes: (() => void)[] } {
    const [, near] = createConnectionPair();
    const errors: unknown[] = [];
    const writes: (() => void)[] = [];
    const server: Connection = {
      read: () => near.read(),
      close: (cause) => near.close(cause),
      closed: near.closed,
      [Symbol.asyncIterator]: () => near[Symbol.asyncIterator](),
      write: () =>
        new Promise((resolve, reject) => {
          const error = errors.shift();
          if (error === undefined) writes.push(resolve);
          else reject(error as Error);
        }),
    };
    return { server, errors, writes };
  }

  test("costs the request that was not taken, and no other", async () => {
    const { server, errors } = failing();
    const { client, lost } = relayed({ server, window: 10 });
    const error = Object.assign(new Error("the POST was answered 413"), {
      code: "ERR_SSE_POST",
      status: 413,
    });
    errors.push(error, error);
    await client.write(request(1));
    expect(await client.read()).toMatchObject({
      id: 1,
      error: { data: { code: "ERR_SSE_POST", status: 413 } },
    });
    await client.write({ jsonrpc: "2.0", method: "lost" });
    await until(() => lost.length === 1);
    expect(lost).toEqual([error]);
  });

  test("is asked on while earlier writes are under way, up to the window", async () => {
    const { server, writes } = failing();
    const { client } = relayed({ server, window: 2 });
    for (let id = 0; id < 4; id++) void client.write(request(id));
    await until(() => writes.length === 2);
    expect(
      await staysPending(
        until(() => writes.length > 2),
        10,
      ),
    ).toBe(true);
    writes[0]?.();
    await until(() => writes.length === 3);
  });
});
