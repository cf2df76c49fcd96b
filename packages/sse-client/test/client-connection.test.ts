import type { JsonRpcMessage, JsonRpcNotification } from "@mcp-sse/jsonrpc";
import { until, verifies } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import type { SseClientConnection } from "../src/client-connection.ts";
import { connectSse } from "../src/connect.ts";
import type { IgnoredEvent, SseClientOptions } from "../src/options.ts";
import { branches } from "./peer/branches.ts";
import { block, note } from "./peer/events.ts";
import { isBrowser } from "./peer/platform.ts";
import { unsent, writeNumbered } from "./peer/server.ts";
import { type SsePeer, type SsePeerOptions, serveSse } from "./peer/sse-server.ts";

const PING = { jsonrpc: "2.0", id: 1, method: "ping" } as const;

describe.each(branches)("a client connection over $name", ({ options: branch }) => {
  async function open(
    options: SseClientOptions = {},
    peerOptions: SsePeerOptions = {},
  ): Promise<{ peer: SsePeer; connection: SseClientConnection; ignored: IgnoredEvent[] }> {
    const peer = await serveSse(peerOptions);
    const ignored: IgnoredEvent[] = [];
    const onIgnored = (event: IgnoredEvent) => ignored.push(event);
    const connection = await connectSse(peer.url, { onIgnored, ...branch, ...options });
    onTestFinished(() => connection.close());
    return { peer, connection, ignored };
  }

  /** What is left to read; the connection must have ended. */
  async function rest(connection: SseClientConnection): Promise<string[]> {
    const methods: string[] = [];
    for await (const message of connection) methods.push("method" in message ? message.method : "response");
    return methods;
  }

  describe("takes", () => {
    verifies("client.events.message", "message and unnamed events for messages", async () => {
      const { peer, connection } = await open();
      peer.stream.write(block("message", JSON.stringify(PING)) + block(undefined, JSON.stringify(PING)));
      expect([await connection.read(), await connection.read()]).toEqual([PING, PING]);
    });

    verifies("client.events.ignored", "no other event, and reports it", async () => {
      const { peer, connection, ignored } = await open();
      peer.stream.write(block("ping", "1") + block("Message", JSON.stringify(PING)) + block("error", ""));
      peer.stream.write(note("last"));
      expect(await connection.read()).toMatchObject({ method: "last" });
      expect(ignored).toEqual([
        { reason: "event-type", event: { event: "ping", data: "1" } },
        { reason: "event-type", event: { event: "Message", data: JSON.stringify(PING) } },
        { reason: "event-type", event: { event: "error", data: "" } },
      ]);
    });

    verifies("client.second-endpoint", "no second endpoint, and reports it (K01)", async () => {
      const { peer, connection, ignored } = await open();
      peer.stream.write(block("endpoint", "/elsewhere") + note("last"));
      await connection.read();
      await connection.write(PING);
      expect(peer.received.at(-1)?.target).toBe("/message?sessionId=s1");
      expect(ignored).toMatchObject([{ reason: "second-endpoint", event: { data: "/elsewhere" } }]);
    });

    verifies("client.undecodable", "nothing undecodable, reports it, and lives", async () => {
      const { peer, connection, ignored } = await open();
      for (const data of ["", "{", "[]", "null", '{"jsonrpc":"1.0"}', '{"jsonrpc":"2.0","id":1}']) {
        peer.stream.write(block("message", data));
      }
      peer.stream.write(note("last"));
      expect(await connection.read()).toMatchObject({ method: "last" });
      expect(ignored.map(({ reason, error }) => [reason, error?.code])).toEqual([
        ["undecodable", "ERR_RPC_PARSE"],
        ["undecodable", "ERR_RPC_PARSE"],
        ["undecodable", "ERR_RPC_INVALID_REQUEST"],
        ["undecodable", "ERR_RPC_INVALID_REQUEST"],
        ["undecodable", "ERR_RPC_INVALID_REQUEST"],
        ["undecodable", "ERR_RPC_INVALID_REQUEST"],
      ]);
    });

    test("no harm from an observer that throws", async () => {
      const { peer, connection } = await open({
        onIgnored() {
          throw new Error("the application's");
        },
      });
      peer.stream.write(block("ping", "1") + note("last"));
      expect(await connection.read()).toMatchObject({ method: "last" });
    });

    test("no harm from an observer that rejects", async () => {
      const rejections: Promise<never>[] = [];
      const { peer, connection } = await open({
        onIgnored() {
          rejections.push(Promise.reject(new Error("the application's")));
          return rejections.at(-1);
        },
      });
      peer.stream.write(block("ping", "1") + block("message", "1") + note("last"));
      expect(await connection.read()).toMatchObject({ method: "last" });
      // Not handled, they would fail this test.
      expect(rejections).toHaveLength(2);
    });

    test("an id of another type as it came (J02)", async () => {
      const { peer, connection } = await open();
      await connection.write({ ...PING, id: 0 });
      peer.stream.write(block("message", '{"jsonrpc":"2.0","id":"0","result":{}}'));
      expect(await connection.read()).toEqual({ jsonrpc: "2.0", id: "0", result: {} });
    });
  });

  describe("ends", () => {
    verifies(
      ["client.read.drain", "client.no-switch"],
      "with peer when the server ends the stream, and what came before is read (K01)",
      async () => {
        const { peer, connection } = await open();
        peer.stream.end(note("a") + note("b"));
        expect(await connection.closed).toEqual({ code: "peer" });
        expect(await rest(connection)).toEqual(["a", "b"]);
        expect(await connection.read()).toBeUndefined();
        await expect(connection.write(PING)).rejects.toMatchObject({
          code: "ERR_CONNECTION_CLOSED",
          reason: { code: "peer" },
        });
        // No reconnect, and the old endpoint is left alone.
        expect(peer.received.map(({ method }) => method)).toEqual(["GET"]);
      },
    );

    test("with network when the stream breaks, and what came before is read", async () => {
      const { peer, connection } = await open();
      peer.stream.write(`${note("a") + note("b")}data: {`);
      const first = await connection.read();
      peer.stream.destroy();
      const reason = await connection.closed;
      expect(reason).toMatchObject({ code: "network", cause: expect.any(Error) });
      expect(first).toMatchObject({ method: "a" });
      expect(await rest(connection)).toEqual(["b"]);
    });

    test("with protocol at an event past maxEventBytes, and what came before is read", async () => {
      const { peer, connection } = await open({ maxEventBytes: 1_000 });
      peer.stream.write(note("a"));
      peer.stream.write(`data: ${"x".repeat(5_000)}`);
      expect(await connection.closed).toMatchObject({
        code: "protocol",
        cause: { code: "ERR_SSE_EVENT_TOO_LARGE" },
      });
      expect(await rest(connection)).toEqual(["a"]);
      await until(() => peer.stream.destroyed, "the end at the server");
    });

    test("with idle after silence, and lets go of the stream", async () => {
      const { peer, connection } = await open({ idleTimeoutMs: 50 });
      expect(await connection.closed).toEqual({ code: "idle" });
      await until(() => peer.stream.destroyed, "the end at the server");
    });

    test("with local when it is closed, told apart from what follows from that", async () => {
      const { peer, connection } = await open();
      await connection.close("enough");
      expect(await connection.closed).toEqual({ code: "local", cause: "enough" });
      await until(() => peer.stream.destroyed, "the end at the server");
      expect(peer.sockets.size).toBeLessThanOrEqual(1);
    });

    verifies(
      "client.close",
      "once, with one promise, closed again and again in its own end (K14)",
      async () => {
        const { connection } = await open();
        let ends = 0;
        const closedAgain = connection.closed.then(() => {
          ends++;
          return connection.close("again");
        });
        const closing = connection.close();
        expect(connection.close("other")).toBe(closing);
        await closing;
        await closedAgain;
        expect(ends).toBe(1);
        expect(await connection.closed).toEqual({ code: "local" });
      },
    );

    test("giving up POSTs under way and POSTs that wait", async () => {
      const { peer, connection } = await open({ maxConcurrentPosts: 1 }, { onPost: () => {} });
      const writes = [1, 2, 3].map((id) => connection.write({ ...PING, id }));
      const outcomes = Promise.allSettled(writes);
      await until(() => peer.posted.length === 1, "the first POST");
      peer.stream.end();
      for (const outcome of await outcomes) {
        expect(outcome).toMatchObject({
          reason: { code: "ERR_CONNECTION_CLOSED", reason: { code: "peer" } },
        });
      }
      await until(() => peer.received[1]?.socket.destroyed === true, "the end of the POST under way");
      expect(peer.posted).toHaveLength(1);
    });
  });

  test("rejects what cannot be written as a message, sends nothing, and lives", async () => {
    const { peer, connection } = await open();
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    for (const message of [{ ...PING, params: cycle }, { ...PING, id: 1.5 }, { jsonrpc: "2.0" }, null]) {
      await expect(connection.write(message as JsonRpcMessage)).rejects.toBeInstanceOf(TypeError);
    }
    await connection.write(PING);
    expect(peer.posted).toEqual([PING]);
  });

  describe("closes", () => {
    test("when what was written before has left, and takes nothing new", async () => {
      const answers: (() => void)[] = [];
      const { peer, connection } = await open(
        {},
        {
          onPost(_request, response) {
            answers.push(() => response.writeHead(202).end());
          },
        },
      );
      const written = connection.write(PING);
      const closing = connection.close();
      await expect(connection.write(PING)).rejects.toMatchObject({ code: "ERR_CONNECTION_CLOSED" });
      await until(() => answers.length === 1, "the POST");
      expect(peer.stream.destroyed).toBe(false);
      answers[0]?.();
      await written;
      await closing;
      expect(peer.posted).toEqual([PING]);
    });

    test("at once when the stream ends meanwhile", async () => {
      const { peer, connection } = await open({}, { onPost: () => {} });
      const written = connection.write(PING);
      const closing = connection.close("mine");
      peer.stream.end();
      await expect(written).rejects.toMatchObject({
        code: "ERR_CONNECTION_CLOSED",
        reason: { code: "local" },
      });
      await closing;
      expect(await connection.closed).toEqual({ code: "local", cause: "mine" });
    });
  });

  describe("reads", () => {
    test("by take what is there, without waiting, and further once that made room", async () => {
      const { peer, connection } = await open({ maxQueuedMessages: 2 });
      expect(connection.take()).toBeUndefined();
      peer.stream.write(["a", "b", "c", "d"].map((method) => note(method)).join(""));
      expect(await connection.read()).toMatchObject({ method: "a" });
      expect([connection.take(), connection.take(), connection.take(), connection.take()]).toMatchObject([
        { method: "b" },
        { method: "c" },
        { method: "d" },
        undefined,
      ]);
      peer.stream.write(note("e"));
      expect(await connection.read()).toMatchObject({ method: "e" });
      peer.stream.end(note("last"));
      await connection.closed;
      expect([connection.take(), connection.take()]).toMatchObject([{ method: "last" }, undefined]);
    });

    verifies("client.backpressure", "no further at maxQueuedMessages unread, and on after that", async () => {
      const { peer, connection } = await open({ maxQueuedMessages: 10 });
      const total = 400;
      // More than the system's buffers hold: those of a browser's socket grow to some 40 MB.
      const filler = "x".repeat((isBrowser ? 256 : 48) * 1024);
      await writeNumbered(peer.stream, note("n", { number: "#", filler }), total);
      // Nobody reads: the sockets fill up, and then the server keeps the rest.
      let before = -1;
      let kept = 0;
      for (const deadline = performance.now() + 10_000; kept === 0 && performance.now() < deadline; ) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        const now = await unsent(peer.stream);
        if (now === before) kept = now;
        before = now;
      }
      expect(kept, "bytes that wait at the server").toBeGreaterThan(1_000_000);
      const numbers: unknown[] = [];
      for (let count = 0; count < total; count++) {
        const message = (await connection.read()) as JsonRpcNotification & { params: { number: string } };
        numbers.push(message.params.number);
      }
      expect(await unsent(peer.stream)).toBe(0);
      expect(numbers).toEqual(Array.from({ length: total }, (_, number) => String(number)));
    });
  });
});
