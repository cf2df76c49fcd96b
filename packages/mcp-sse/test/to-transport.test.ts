import { createConnectionPair, type JsonRpcMessage } from "@mcp-sse/jsonrpc";
import { until, verifies } from "@mcp-sse/testkit";
import { describe, expect, test, vi } from "vitest";
import { toTransport } from "../src/to-transport.ts";
import { createClient, createServer, versions } from "./sdk.ts";
import { notification, request } from "./support.ts";

describe.each(versions)("a conversation of SDK %s over a connection pair", (version) => {
  async function connect() {
    const [left, right] = createConnectionPair();
    const server = createServer(version);
    const client = createClient(version);
    await server.connect(toTransport(right));
    await client.connect(toTransport(left));
    return { server, client, left, right };
  }

  test("initializes, calls and closes", async () => {
    const { server, client, right } = await connect();
    expect(await client.call("echo", { text: "é中😀" })).toBe("é中😀");
    await client.close();
    expect(await right.closed).toEqual({ code: "peer" });
    await until(() => server.closes() === 1);
  });

  verifies(
    "sdk.progress",
    "loses none of 100 progress notifications sent in the tick of the result",
    async () => {
      const { client } = await connect();
      const seen: number[] = [];
      await client.call("burst", { count: 100 }, { onprogress: ({ progress }) => seen.push(progress) });
      expect(seen).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
      await client.close();
    },
  );

  test("lets the server ask the client back", async () => {
    const { client } = await connect();
    expect(JSON.parse(await client.call("roots"))).toEqual([{ uri: "file:///home", name: "home" }]);
    await client.close();
  });

  test("B12: gives each of 4 parallel calls its own answer, 50 rounds", async () => {
    const { client } = await connect();
    for (let round = 0; round < 50; round++) {
      const texts = [0, 1, 2, 3].map((call) => `${round}/${call}`);
      expect(await Promise.all(texts.map((text) => client.call("echo", { text })))).toEqual(texts);
    }
    await client.close();
  });

  test("cancels what the client gives up", async () => {
    const { client, server } = await connect();
    const controller = new AbortController();
    const call = client.call("wait", {}, { signal: controller.signal });
    await until(() => server.waiting.length === 1);
    controller.abort("enough");
    await expect(call).rejects.toThrow();
    await until(() => server.waiting[0]?.aborted === true);
    await client.close();
  });

  test("K01: fails pending requests and tells the end once when the peer goes away", async () => {
    const { client, server, right } = await connect();
    const onclose = vi.fn();
    client.onclose = onclose;
    const call = client.call("wait");
    await until(() => server.waiting.length === 1);
    await right.close();
    await expect(call).rejects.toThrow("Connection closed");
    await expect(client.ping()).rejects.toThrow("Not connected");
    expect(onclose).toHaveBeenCalledTimes(1);
  });

  test.each(["toString", "constructor", "__proto__", "hasOwnProperty", "valueOf"])(
    "J06: answers the method %s with -32601",
    async (method) => {
      const [left, right] = createConnectionPair();
      await createServer(version).connect(toTransport(right));
      await left.write({ jsonrpc: "2.0", id: 1, method });
      expect(await left.read()).toMatchObject({ id: 1, error: { code: -32601 } });
      await left.close();
    },
  );

  test.each([0, "", "1", 1, -1, Number.MAX_SAFE_INTEGER])(
    "J01, J05: answers the request with id %j under that very id",
    async (id) => {
      const [left, right] = createConnectionPair();
      await createServer(version).connect(toTransport(right));
      await left.write({ jsonrpc: "2.0", id, method: "ping" });
      expect(await left.read()).toEqual({ jsonrpc: "2.0", id, result: {} });
      await left.close();
    },
  );

  test("J10: hands on a notification's method that carries an id as the request it is", async () => {
    const [left, right] = createConnectionPair();
    await createServer(version).connect(toTransport(right));
    const params = { requestId: 1 };
    await left.write({ jsonrpc: "2.0", id: 7, method: "notifications/cancelled", params });
    expect(await left.read()).toMatchObject({ id: 7, error: { code: -32601 } });
    await left.close();
  });

  verifies("sdk.params.array", "answers a request with positional params -32602, and lives", async () => {
    const [left, right] = createConnectionPair();
    await createServer(version).connect(toTransport(right));
    await left.write({ jsonrpc: "2.0", id: "a", method: "tools/call", params: ["echo"] });
    expect(await left.read()).toMatchObject({ id: "a", error: { code: -32602 } });
    await left.write({ jsonrpc: "2.0", id: "b", method: "ping" });
    expect(await left.read()).toEqual({ jsonrpc: "2.0", id: "b", result: {} });
    await left.close();
  });
});

describe("toTransport", () => {
  function start() {
    const [near, far] = createConnectionPair();
    const transport = toTransport(near);
    const messages: JsonRpcMessage[] = [];
    const errors: Error[] = [];
    const onclose = vi.fn();
    transport.onmessage = (message) => void messages.push(message);
    transport.onerror = (error) => void errors.push(error);
    transport.onclose = onclose;
    return { near, far, transport, messages, errors, onclose };
  }

  verifies("sdk.id.unchanged", "J02: hands on a response id as it came", async () => {
    const { far, transport, messages } = start();
    await transport.start();
    await far.write({ jsonrpc: "2.0", id: "0", result: {} });
    await until(() => messages.length === 1);
    expect(messages).toEqual([{ jsonrpc: "2.0", id: "0", result: {} }]);
  });

  test("reads nothing before start", async () => {
    const { far, transport, messages, near } = start();
    await far.write(request(1));
    await Promise.resolve();
    expect(messages).toEqual([]);
    expect(await near.read()).toEqual(request(1));
    await transport.close();
  });

  verifies("sdk.early-message", "keeps messages until onmessage is set, also past the end", async () => {
    const { far, transport, onclose } = start();
    transport.onmessage = undefined;
    const order: unknown[] = [];
    onclose.mockImplementation(() => order.push("close"));
    await transport.start();
    await far.write(request(1));
    await far.write(request(2));
    await far.close();
    expect(order).toEqual([]);
    transport.onmessage = (message) => void order.push("id" in message && message.id);
    await until(() => order.length === 3);
    expect(order).toEqual([1, 2, "close"]);
  });

  test("tells the end in time when nobody ever sets onmessage", async () => {
    vi.useFakeTimers();
    try {
      const { far, transport, onclose, errors } = start();
      transport.onmessage = undefined;
      await transport.start();
      await far.write(request(1));
      await far.close();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(onclose).toHaveBeenCalledTimes(1);
      expect(errors).toMatchObject([{ code: "ERR_TRANSPORT_UNCLAIMED" }]);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test("delivers what came before the end, then tells the end", async () => {
    const { far, transport, messages, onclose } = start();
    onclose.mockImplementation(() => expect(messages.length).toBe(3));
    for (const id of [1, 2, 3]) await far.write(request(id));
    await far.close();
    await transport.start();
    await until(() => onclose.mock.calls.length === 1);
  });

  verifies(
    "sdk.close.reentrant",
    "S03, K14: survives close inside onclose, and returns one promise",
    async () => {
      const { far, transport, onclose } = start();
      const inner: Promise<void>[] = [];
      onclose.mockImplementation(() => void inner.push(transport.close()));
      await transport.start();
      const outer = transport.close();
      expect(inner).toEqual([outer]);
      await outer;
      await far.closed;
      expect(transport.close()).toBe(outer);
      expect(onclose).toHaveBeenCalledTimes(1);
    },
  );

  test("S02: tells an end once that both sides bring about", async () => {
    const { far, transport, onclose } = start();
    await transport.start();
    await Promise.all([transport.close(), far.close(), transport.close()]);
    await transport.close();
    expect(onclose).toHaveBeenCalledTimes(1);
  });

  test("tells an end without start, ends the connection, and then refuses to start", async () => {
    const { far, transport, onclose } = start();
    await transport.close();
    expect(await far.closed).toEqual({ code: "peer" });
    expect(onclose).toHaveBeenCalledTimes(1);
    await expect(transport.start()).rejects.toMatchObject({ code: "ERR_TRANSPORT_NOT_CONNECTED" });
    expect(onclose).toHaveBeenCalledTimes(1);
  });

  test("delivers nothing after close", async () => {
    const { far, transport, messages } = start();
    await transport.start();
    await far.write(request(1));
    const writing = [2, 3].map((id) => far.write(request(id)));
    const closing = transport.close();
    const before = messages.length;
    await Promise.all([closing, ...writing]);
    await far.closed;
    expect(before).toBeLessThan(3);
    expect(messages.length).toBe(before);
    await expect(transport.send(request(4))).rejects.toMatchObject({ code: "ERR_CONNECTION_CLOSED" });
  });

  test.each([undefined, null])("J7: does not send an error with the id %j", async (id) => {
    const { far, transport } = start();
    await transport.start();
    const error = { code: -32700, message: "Parse error" };
    await expect(transport.send({ jsonrpc: "2.0", id, error })).rejects.toBeInstanceOf(TypeError);
    await transport.send({ jsonrpc: "2.0", id: 0, error });
    expect(await far.read()).toEqual({ jsonrpc: "2.0", id: 0, error });
    await transport.close();
  });

  test("refuses to start twice", async () => {
    const { transport } = start();
    await transport.start();
    await expect(transport.start()).rejects.toMatchObject({ code: "ERR_TRANSPORT_STARTED" });
    await transport.close();
  });

  test("gives an error of a callback to onerror, and lives", async () => {
    const { far, transport, messages, errors } = start();
    const take = transport.onmessage;
    transport.onmessage = (message) => {
      if ("id" in message && message.id === 1) throw new Error("handler");
      take?.(message);
    };
    await transport.start();
    await far.write(request(1));
    await far.write(request(2));
    await until(() => messages.length === 1);
    expect(errors.map(String)).toEqual(["Error: handler"]);
    transport.onerror = () => {
      throw new Error("in onerror");
    };
    transport.onclose = () => {
      throw new Error("in onclose");
    };
    await far.close();
    await transport.close();
  });

  test("gives the reason of an end that nobody wished to onerror, before onclose", async () => {
    const { near, transport, errors, onclose } = start();
    const broken = { ...bound(near), closed: Promise.resolve({ code: "network" as const, cause: "reset" }) };
    const other = toTransport({ ...broken, read: async () => undefined });
    other.onerror = (error) => void errors.push(error);
    other.onclose = onclose.mockImplementation(() => expect(errors.length).toBe(1));
    await other.start();
    await until(() => onclose.mock.calls.length === 1);
    expect(errors).toMatchObject([{ code: "ERR_CONNECTION_CLOSED", reason: { code: "network" } }]);
    await transport.close();
  });

  verifies("sdk.callbacks.assignable", "has an assignable start", async () => {
    const { far, transport, messages } = start();
    const original = transport.start.bind(transport);
    let replaced = 0;
    transport.start = async () => {
      replaced += 1;
      await original();
    };
    await transport.start();
    await far.write(request(1));
    await until(() => messages.length === 1);
    expect(replaced).toBe(1);
    await transport.close();
  });

  verifies(
    ["sdk.no-process-fields", "sdk.client.session-id"],
    "has no field by which the SDK would take it for something else",
    () => {
      const { transport } = start();
      for (const field of ["hasPerRequestStream", "stderr", "pid", "sessionId"]) {
        expect([field, field in transport]).toEqual([field, false]);
      }
    },
  );

  test.each<[why: string, message: JsonRpcMessage]>([
    ["a notification with positional params", { ...notification("n"), params: [1] }],
    ["a notification whose _meta is no object", { ...notification("n"), params: { _meta: 1 } }],
    ["a result that is no object", { jsonrpc: "2.0", id: 1, result: 5 }],
    ["an error without id", { jsonrpc: "2.0", error: { code: 1, message: "secret" } }],
    ["an error with id null", { jsonrpc: "2.0", id: null, error: { code: 1, message: "secret" } }],
  ])("gives %s to onerror, without its content", async (_why, message) => {
    const { far, transport, messages, errors } = start();
    await transport.start();
    await far.write(message);
    await far.write(request(2));
    await until(() => messages.length === 1);
    expect(messages).toEqual([request(2)]);
    expect(errors.length).toBe(1);
    expect(String(errors[0])).not.toContain("secret");
    await transport.close();
  });

  test.each([
    ["positional params", [1, 2], 0],
    ["a _meta that is no object", { _meta: "x" }, 1],
    ["a progress token that is neither string nor integer", { _meta: { progressToken: 1.5 } }, 1],
  ])("answers a request with %s itself", async (_why, params, reported) => {
    const { far, transport, messages, errors } = start();
    await transport.start();
    await far.write({ ...request("x"), params });
    expect(await far.read()).toMatchObject({ id: "x", error: { code: -32602 } });
    expect([messages.length, errors.length]).toEqual([0, reported]);
    await transport.close();
  });
});

/** The members of a connection as own properties, so that a test can replace some. */
function bound(connection: ReturnType<typeof createConnectionPair>[0]) {
  return {
    read: connection.read.bind(connection),
    write: connection.write.bind(connection),
    close: connection.close.bind(connection),
    closed: connection.closed,
    [Symbol.asyncIterator]: connection[Symbol.asyncIterator].bind(connection),
  };
}
