import { type Connection, createConnectionPair, type JsonRpcMessage } from "@mcp-sse/jsonrpc";
import { until, verifies } from "@mcp-sse/testkit";
import { describe, expect, test, vi } from "vitest";
import { ConnectionTransport } from "../src/connection-transport.ts";
import { createClient, versions } from "./sdk.ts";
import { deferred, request } from "./support.ts";

/** A transport whose connection comes when the test says so. */
class LateTransport extends ConnectionTransport {
  readonly opened = deferred<Connection>();
  signal: AbortSignal | undefined;

  constructor() {
    super();
    this.onclose = vi.fn();
    this.onerror = vi.fn();
  }

  protected override open(): Promise<Connection> {
    this.signal = this.attempt;
    return this.opened.promise;
  }

  protected override async next(): Promise<JsonRpcMessage | undefined> {
    return (await this.opened.promise).read();
  }

  protected override alreadyStarted(): string {
    return "started";
  }
}

describe("a transport that connects in start", () => {
  verifies(
    "sdk.client.start-fails",
    "tells error and end once when start fails, and again never",
    async () => {
      const transport = new LateTransport();
      transport.opened.reject(new Error("refused"));
      await expect(transport.start()).rejects.toThrow("refused");
      await transport.close();
      await expect(transport.start()).rejects.toMatchObject({ code: "ERR_TRANSPORT_STARTED" });
      expect(transport.onclose).toHaveBeenCalledTimes(1);
      expect(transport.onerror).toHaveBeenCalledTimes(1);
    },
  );

  test.each(versions)("lets a client of SDK %s try again after a start that failed", async (version) => {
    const client = createClient(version);
    const failing = new LateTransport();
    failing.opened.reject(new Error("refused"));
    await expect(client.connect(failing)).rejects.toThrow("refused");
    const [left, right] = createConnectionPair();
    const next = new LateTransport();
    next.opened.resolve(left);
    const connecting = client.connect(next);
    const hello = await right.read();
    if (hello === undefined || !("method" in hello) || !("id" in hello)) throw new Error("no request");
    expect(hello.method).toBe("initialize");
    const serverInfo = { name: "s", version: "1" };
    const result = { protocolVersion: "2024-11-05", capabilities: {}, serverInfo };
    await right.write({ jsonrpc: "2.0", id: hello.id, result });
    await connecting;
    await client.close();
  });

  test("aborts its attempt on close, and start then rejects with the close", async () => {
    const transport = new LateTransport();
    const starting = transport.start();
    const closing = transport.close();
    expect(transport.signal?.aborted).toBe(true);
    transport.opened.reject(transport.signal?.reason);
    await expect(starting).rejects.toMatchObject({ code: "ERR_TRANSPORT_NOT_CONNECTED" });
    await closing;
    expect(transport.onclose).toHaveBeenCalledTimes(1);
    expect(transport.onerror).not.toHaveBeenCalled();
  });

  test("closes a connection that comes after close", async () => {
    const transport = new LateTransport();
    const [left, right] = createConnectionPair();
    const starting = transport.start();
    await transport.close();
    transport.opened.resolve(left);
    await expect(starting).rejects.toMatchObject({ code: "ERR_TRANSPORT_NOT_CONNECTED" });
    expect(await right.closed).toEqual({ code: "peer" });
    expect(transport.onclose).toHaveBeenCalledTimes(1);
  });

  test("refuses to send while there is no connection", async () => {
    const transport = new LateTransport();
    await expect(transport.send(request(1))).rejects.toMatchObject({
      code: "ERR_TRANSPORT_NOT_CONNECTED",
      message: "Not connected",
    });
  });

  test("ends with the connection closed when reading fails", async () => {
    const transport = new LateTransport();
    const [left, right] = createConnectionPair();
    vi.spyOn(left, "read").mockRejectedValue(new Error("broken"));
    transport.opened.resolve(left);
    await transport.start();
    await until(() => vi.mocked(transport.onclose ?? vi.fn()).mock.calls.length === 1);
    expect(transport.onerror).toHaveBeenCalledTimes(1);
    expect(await right.closed).toEqual({ code: "peer" });
  });

  test("ends once over a connection that breaks its contract", async () => {
    const transport = new LateTransport();
    const [left] = createConnectionPair();
    const broken = {
      read: async () => undefined,
      write: left.write.bind(left),
      close: () => Promise.reject(new Error("close")),
      closed: Promise.reject(new Error("closed")),
      [Symbol.asyncIterator]: left[Symbol.asyncIterator].bind(left),
    };
    transport.opened.resolve(broken);
    await transport.start();
    await until(() => vi.mocked(transport.onclose ?? vi.fn()).mock.calls.length === 1);
    expect(transport.onerror).toHaveBeenCalledWith(expect.objectContaining({ message: "closed" }));
    await expect(transport.close()).rejects.toThrow("close");
    expect(transport.onclose).toHaveBeenCalledTimes(1);
  });

  test("ends once over a connection whose close throws", async () => {
    const transport = new LateTransport();
    const [left] = createConnectionPair();
    vi.spyOn(left, "read").mockRejectedValue(new Error("broken"));
    vi.spyOn(left, "close").mockImplementation(() => {
      throw new Error("close");
    });
    transport.opened.resolve(left);
    await transport.start();
    await until(() => vi.mocked(transport.onclose ?? vi.fn()).mock.calls.length === 1);
    expect(transport.onerror).toHaveBeenCalledTimes(1);
  });

  test("tells onerror what a callback rejects with, as what it throws", async () => {
    const transport = new LateTransport();
    const [left, right] = createConnectionPair();
    const told: string[] = [];
    Object.assign(transport, {
      onmessage: async () => Promise.reject(new Error("message")),
      onclose: async () => Promise.reject(new Error("close")),
      onerror: async ({ message }: Error) => {
        told.push(message);
        // Nobody is left to be told: a rejection that is not handled fails this test.
        throw new Error("error");
      },
    });
    transport.opened.resolve(left);
    await transport.start();
    await right.write(request(1));
    await right.close();
    await until(() => told.length === 2);
    expect(told).toEqual(["message", "close"]);
  });

  test("gives a refusal that could not be sent to onerror", async () => {
    const transport = new LateTransport();
    const [left, right] = createConnectionPair();
    vi.spyOn(left, "write").mockRejectedValue(new Error("full"));
    transport.onmessage = vi.fn();
    transport.opened.resolve(left);
    await transport.start();
    await right.write({ jsonrpc: "2.0", id: 1, method: "m", params: [1] });
    await until(() => vi.mocked(transport.onerror ?? vi.fn()).mock.calls.length === 1);
    expect(transport.onerror).toHaveBeenCalledWith(expect.objectContaining({ message: "full" }));
    await transport.close();
  });
});

describe("a transport whose messages are there already", () => {
  /** A transport of messages that can be taken, and what it told. */
  async function start(
    messages: JsonRpcMessage[],
    onmessage: (what: string, transport: LateTransport) => void,
  ) {
    const [left, right] = createConnectionPair();
    const taken: LateTransport = new (class extends LateTransport {
      protected override take(): JsonRpcMessage | undefined {
        return messages.shift();
      }
    })();
    const told: string[] = [];
    taken.onmessage = (message) => {
      const what = "method" in message ? message.method : `${message.id}`;
      told.push(what);
      void Promise.resolve().then(() => told.push(`after ${what}`));
      onmessage(what, taken);
    };
    taken.onclose = () => told.push("closed");
    taken.opened.resolve(left);
    await taken.start();
    return { taken, told, right };
  }
  const answer = (id: number): JsonRpcMessage => ({ jsonrpc: "2.0", id, result: {} });

  test("delivers answers at once, and gives a notification a turn before what follows", async () => {
    const progress = { jsonrpc: "2.0", method: "progress" } as const;
    const { told, right } = await start([answer(1), answer(2), progress, answer(3)], () => {});
    await right.close();
    await until(() => told.includes("closed"), "the end");
    expect(told).toEqual([
      "1",
      "2",
      "progress",
      "after 1",
      "after 2",
      "after progress",
      "3",
      "after 3",
      "closed",
    ]);
  });

  test("delivers nothing after a close in their midst, and goes on after a callback that throws", async () => {
    const { taken, told } = await start([answer(1), answer(2), answer(3)], (what, transport) => {
      if (what === "1") throw new Error("of the application");
      void transport.close();
    });
    await until(() => told.includes("after 2"), "the turn after");
    expect(told.filter((what) => !what.startsWith("after"))).toEqual(["1", "2", "closed"]);
    expect(taken.onerror).toHaveBeenCalledExactlyOnceWith(new Error("of the application"));
  });
});
