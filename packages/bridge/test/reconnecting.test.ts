import type { Connection, JsonRpcMessage, JsonRpcRequest } from "@mcp-sse/jsonrpc";
import { ConnectionClosedError, createConnectionPair, isRequest } from "@mcp-sse/jsonrpc";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ReconnectOptions } from "../src/reconnect-options.ts";
import { reconnecting } from "../src/reconnecting.ts";

const INITIALIZE: JsonRpcRequest = { jsonrpc: "2.0", id: 0, method: "initialize", params: { a: 1 } };
const INITIALIZED: JsonRpcMessage = { jsonrpc: "2.0", method: "notifications/initialized" };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server that can be dropped: each connection to it has its other end here, in order. */
function setUp(options: Partial<ReconnectOptions> = {}): {
  connection: Connection;
  ends: Connection[];
  attempts: number[];
  waits: number[];
} {
  const [local, remote] = createConnectionPair();
  const ends = [remote];
  const attempts: number[] = [];
  const waits: number[] = [];
  const connection = reconnecting(local, {
    async connect() {
      attempts.push(performance.now());
      const [mine, theirs] = createConnectionPair();
      ends.push(theirs);
      return mine;
    },
    random: () => 1,
    onDown: ({ waitMs }) => waits.push(waitMs),
    ...options,
  });
  return { connection, ends, attempts, waits };
}

/** Holds the handshake of a client with a server that answers it. */
async function initialize(connection: Connection, server: Connection): Promise<void> {
  await connection.write(INITIALIZE);
  expect(await server.read()).toEqual(INITIALIZE);
  await server.write({ jsonrpc: "2.0", id: 0, result: {} });
  expect(await connection.read()).toEqual({ jsonrpc: "2.0", id: 0, result: {} });
  await connection.write(INITIALIZED);
  expect(await server.read()).toEqual(INITIALIZED);
}

/** Answers the handshake that a new session begins with. */
async function answerInitialize(server: Connection): Promise<JsonRpcMessage | undefined> {
  const asked = await server.read();
  if (asked === undefined || !isRequest(asked)) throw new Error("the first message is no request");
  await server.write({ jsonrpc: "2.0", id: asked.id, result: {} });
  expect(await server.read()).toEqual(INITIALIZED);
  return asked;
}

async function endOf(ends: readonly Connection[], index: number): Promise<Connection> {
  await vi.waitFor(() => expect(ends.length).toBeGreaterThan(index));
  return ends[index] as Connection;
}

describe("reconnecting", () => {
  test("initializes the new session as the client did the first, under an id of its own", async () => {
    const { connection, ends } = setUp();
    await initialize(connection, ends[0] as Connection);
    await ends[0]?.close();
    await vi.advanceTimersByTimeAsync(4_000);
    const second = await endOf(ends, 1);
    expect(await answerInitialize(second)).toEqual({ ...INITIALIZE, id: "mcp-sse:initialize:1" });

    await connection.write({ jsonrpc: "2.0", id: 1, method: "ping" });
    expect(await second.read()).toEqual({ jsonrpc: "2.0", id: 1, method: "ping" });
    await second.write({ jsonrpc: "2.0", id: 1, result: {} });
    expect(await connection.read()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    await connection.close();
  });

  test("answers what was in flight with an error, and never asks it again", async () => {
    const { connection, ends } = setUp();
    await initialize(connection, ends[0] as Connection);
    const call: JsonRpcRequest = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "pay" } };
    await connection.write(call);
    expect(await ends[0]?.read()).toEqual(call);
    await ends[0]?.close();
    expect(await connection.read()).toMatchObject({ id: 1, error: { code: -32000 } });

    await vi.advanceTimersByTimeAsync(4_000);
    const second = await endOf(ends, 1);
    await answerInitialize(second);
    const next: JsonRpcRequest = { jsonrpc: "2.0", id: 2, method: "ping" };
    await connection.write(next);
    expect(await second.read()).toEqual(next);
    await connection.close();
  });

  test("cancels requests of the lost session, and drops late answers to them", async () => {
    const { connection, ends } = setUp();
    await initialize(connection, ends[0] as Connection);
    await ends[0]?.write({ jsonrpc: "2.0", id: "s1", method: "sampling/createMessage" });
    expect(await connection.read()).toMatchObject({ id: "s1" });
    await ends[0]?.close();
    expect(await connection.read()).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: "s1" },
    });
    await vi.advanceTimersByTimeAsync(4_000);
    const second = await endOf(ends, 1);
    await answerInitialize(second);
    await connection.write({ jsonrpc: "2.0", id: "s1", result: {} });
    await connection.write({ jsonrpc: "2.0", id: 3, method: "ping" });
    expect(await second.read()).toMatchObject({ id: 3 });
    await connection.close();
  });

  test("holds what is written while there is no connection, in order, and rejects it after offlineMs", async () => {
    const { connection, ends } = setUp({ offlineMs: 5_000 });
    await ends[0]?.close();
    await vi.advanceTimersByTimeAsync(0);
    const writes = [1, 2].map((id) => connection.write({ jsonrpc: "2.0", id, method: "ping" }));
    await vi.advanceTimersByTimeAsync(4_000);
    const second = await endOf(ends, 1);
    expect([await second.read(), await second.read()]).toMatchObject([{ id: 1 }, { id: 2 }]);
    await Promise.all(writes);

    await second.close();
    expect(await connection.read()).toMatchObject({ id: 1, error: {} });
    expect(await connection.read()).toMatchObject({ id: 2, error: {} });
    const late = connection.write({ jsonrpc: "2.0", id: 3, method: "ping" });
    const rejected = expect(late).rejects.toMatchObject({ code: "ERR_BRIDGE_OFFLINE" });
    await vi.advanceTimersByTimeAsync(5_000);
    await rejected;
    await connection.close();
  });

  test("K07 pauses longer each time when the server accepts and drops, again and again", async () => {
    const { connection, ends, attempts } = setUp({
      async connect() {
        attempts.push(performance.now());
        const [mine, theirs] = createConnectionPair();
        void theirs.close();
        return mine;
      },
    });
    const start = performance.now();
    await ends[0]?.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(attempts.map((at) => Math.round(at - start))).toEqual([4_000, 12_000, 28_000, 60_000]);
    await connection.close();
  });

  test("K07 ends with the last failure after maxAttempts in a row", async () => {
    const refused = new Error("refused");
    const { connection, ends } = setUp({
      maxAttempts: 3,
      connect: () => Promise.reject(refused),
    });
    await ends[0]?.close();
    await vi.advanceTimersByTimeAsync(28_000);
    expect(await connection.closed).toEqual({ code: "network", cause: refused });
    expect(await connection.read()).toBeUndefined();
    await expect(connection.write(INITIALIZE)).rejects.toBeInstanceOf(ConnectionClosedError);
  });

  test("ends at once with a failure that isFinal", async () => {
    const forbidden = new Error("forbidden");
    const { connection, ends } = setUp({
      connect: () => Promise.reject(forbidden),
      isFinal: (error) => error === forbidden,
    });
    await ends[0]?.close();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await connection.closed).toEqual({ code: "network", cause: forbidden });
  });

  test("K07 counts a session that cannot be initialized as a failure", async () => {
    const { connection, ends, waits } = setUp();
    await initialize(connection, ends[0] as Connection);
    await ends[0]?.close();
    await vi.advanceTimersByTimeAsync(4_000);
    const second = await endOf(ends, 1);
    const asked = (await second.read()) as JsonRpcRequest;
    await second.write({ jsonrpc: "2.0", id: asked.id, error: { code: -32603, message: "no" } });
    await vi.waitFor(() => expect(waits).toEqual([4_000, 8_000]));
    expect(await second.read()).toBeUndefined();
    await connection.close();
  });

  test("leaves a session of which the server says 404, though its stream lives", async () => {
    const [local, remote] = createConnectionPair();
    const gone = Object.assign(new Error("gone"), { status: 404 });
    const { connection, ends } = setUp();
    await ends[0]?.close();
    const second = reconnecting(
      { ...pick(local), write: () => Promise.reject(gone) },
      { connect: () => new Promise(() => {}), random: () => 1 },
    );
    await expect(second.write({ jsonrpc: "2.0", id: 1, method: "ping" })).rejects.toBe(gone);
    expect(await remote.read()).toBeUndefined();
    await Promise.all([second.close(), connection.close()]);
  });

  test("is closed once, also while it waits, and leaves no timer", async () => {
    const { connection, ends } = setUp();
    await ends[0]?.close();
    await vi.advanceTimersByTimeAsync(10);
    const waiting = connection.write(INITIALIZE);
    const cause = new Error("enough");
    expect(connection.close(cause)).toBe(connection.close());
    await connection.close();
    expect(await connection.closed).toEqual({ code: "local", cause });
    await expect(waiting).rejects.toBeInstanceOf(ConnectionClosedError);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("gives the next session's requests other ids, so that a late answer is nobody's", async () => {
    const { connection, ends } = setUp();
    await initialize(connection, ends[0] as Connection);
    await ends[0]?.write({ jsonrpc: "2.0", id: 1, method: "elicitation/create" });
    await connection.read();
    await ends[0]?.close();
    await connection.read();
    await vi.advanceTimersByTimeAsync(4_000);
    const second = await endOf(ends, 1);
    await answerInitialize(second);
    await second.write({ jsonrpc: "2.0", id: 1, method: "elicitation/create" });
    const asked = await connection.read();
    await connection.write({ jsonrpc: "2.0", id: 1, result: { of: "the first" } });
    await connection.write({
      jsonrpc: "2.0",
      id: (asked as JsonRpcRequest).id,
      result: { of: "the second" },
    });
    expect(await second.read()).toEqual({ jsonrpc: "2.0", id: 1, result: { of: "the second" } });
    await connection.close();
  });

  test("initializes anew where the connection was lost between initialize and initialized", async () => {
    const { connection, ends } = setUp();
    await connection.write(INITIALIZE);
    await ends[0]?.read();
    await ends[0]?.write({ jsonrpc: "2.0", id: 0, result: {} });
    await connection.read();
    await ends[0]?.close();
    await vi.advanceTimersByTimeAsync(10);
    const written = connection.write(INITIALIZED);
    await vi.advanceTimersByTimeAsync(4_000);
    const second = await endOf(ends, 1);
    const asked = (await second.read()) as JsonRpcRequest;
    expect(asked).toMatchObject({ method: "initialize" });
    await second.write({ jsonrpc: "2.0", id: asked.id, result: {} });
    await written;
    expect(await second.read()).toEqual(INITIALIZED);
    await connection.close();
  });

  test("closes a connection that comes just as it is closed", async () => {
    const [mine, theirs] = createConnectionPair();
    let come!: (connection: Connection) => void;
    const { connection, ends } = setUp({
      connect: () =>
        new Promise((resolve) => {
          come = resolve;
        }),
    });
    await ends[0]?.close();
    await vi.advanceTimersByTimeAsync(4_000);
    await vi.waitFor(() => expect(come).toBeDefined());
    await connection.close();
    come(mine);
    expect(await theirs.read()).toBeUndefined();
  });
});

/** The members of a connection, bound. */
function pick(connection: Connection): Connection {
  return {
    closed: connection.closed,
    read: (options) => connection.read(options),
    write: (message, options) => connection.write(message, options),
    close: (cause) => connection.close(cause),
    [Symbol.asyncIterator]: () => connection[Symbol.asyncIterator](),
  };
}
