// The client in every runtime, browsers and workers included, at one server that runs in Node.

import { until, verifies } from "@mcp-sse/testkit";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import type { SseClientConnection } from "../src/client-connection.ts";
import { connectSse } from "../src/connect.ts";
import type { SseClientOptions } from "../src/options.ts";
import { badEndpoints } from "./peer/bad-endpoints.ts";
import { branches } from "./peer/branches.ts";

const request = (id: number, method = "ping") => ({ jsonrpc: "2.0", id, method }) as const;
const notification = (method: string) => ({ jsonrpc: "2.0", method }) as const;
const isBrowser = "document" in globalThis;

describe.each(branches)("a client in this runtime, over $name,", ({ options: branch }) => {
  const attempt = (mode: string, options: SseClientOptions = {}): Promise<SseClientConnection> =>
    connectSse(`${inject("peer")}/${mode}/sse`, { ...branch, ...options });

  async function open(mode: string, options: SseClientOptions = {}): Promise<SseClientConnection> {
    const connection = await attempt(mode, options);
    onTestFinished(() => connection.close());
    return connection;
  }

  test("holds a conversation, with headers and a token on every request", async () => {
    const connection = await open("plain", { headers: { "x-tenant": "a" }, auth: { token: () => "t" } });
    expect(connection.endpoint.href).toMatch(/\/plain\/message\?sessionId=\d+$/);
    for (const id of [1, 2, 3]) {
      await connection.write(request(id, `m${id}`));
      expect(await connection.read()).toEqual({
        jsonrpc: "2.0",
        id,
        result: { method: `m${id}`, authorization: "Bearer t", tenant: "a" },
      });
    }
    await connection.close();
    expect(await connection.closed).toEqual({ code: "local" });
    expect(await connection.read()).toBeUndefined();
  });

  test.each(["bytes", "gzip"])("reads a stream of %s", async (mode) => {
    const connection = await open(mode);
    if (mode === "gzip") await connection.write(request(1));
    const expected = mode === "gzip" ? { id: 1, result: { method: "ping" } } : { method: "é中😀" };
    expect(await connection.read()).toMatchObject(expected);
  });

  test.each([
    ["404", { code: "ERR_SSE_STATUS", status: 404 }],
    ["503", { code: "ERR_SSE_STATUS", status: 503 }],
    ["204", { code: "ERR_SSE_STATUS", status: 204 }],
    ["401", { code: "ERR_SSE_UNAUTHORIZED", status: 401 }],
    ["json", { code: "ERR_SSE_CONTENT_TYPE" }],
    ["first", { code: "ERR_SSE_FIRST_EVENT" }],
    ["ended", { code: "ERR_SSE_NO_ENDPOINT" }],
    ["foreign", { code: "ERR_SSE_ENDPOINT_ORIGIN" }],
  ])("is told why it cannot connect: %s", async (mode, error) => {
    await expect(attempt(mode)).rejects.toMatchObject({ name: "SseClientError", ...error });
  });

  verifies(
    "client.endpoint.origin",
    "takes no endpoint off the origin, and none that is no endpoint",
    async () => {
      for (const name of badEndpoints(new URL(inject("peer")))) {
        await expect(
          attempt(`names/${encodeURIComponent(name)}`),
          JSON.stringify(name),
        ).rejects.toMatchObject({
          code: "ERR_SSE_ENDPOINT_ORIGIN",
        });
      }
    },
  );

  test.each(["away", "303post", "302post", "301post", "awaypost"])(
    "follows no redirect that leaves the origin, nor one that makes a GET of a POST: %s",
    async (mode) => {
      const request1 = mode === "away" ? attempt(mode) : (await open(mode)).write(request(1));
      await expect(request1).rejects.toMatchObject({ code: "ERR_SSE_REDIRECT" });
    },
  );

  test("reads 500 messages in their order, few at a time", async () => {
    const connection = await open("plain", { maxQueuedMessages: 5 });
    await connection.write(request(1, "flood"));
    for (let n = 0; n < 500; n++) expect(await connection.read()).toEqual(notification(`n${n}`));
  });

  test("ends at an event past maxEventBytes", async () => {
    const connection = await open("plain", { maxEventBytes: 1_000 });
    // Its answer may come before that of the POST, which is then given up.
    await connection.write(request(1, "large")).catch(() => {});
    expect(await connection.closed).toMatchObject({
      code: "protocol",
      cause: { code: "ERR_SSE_EVENT_TOO_LARGE" },
    });
  });

  test("refuses what waits past maxBacklogBytes, times a POST out, and gives up the rest at its end", async () => {
    const options = { maxConcurrentPosts: 1, maxBacklogBytes: 10, fenceTimeoutMs: 100, postTimeoutMs: 300 };
    const connection = await open("held", options);
    await connection.write(request(0));
    const held = connection.write(request(1, "hold"));
    const waiting = connection.write(request(2));
    await expect(connection.write(request(3))).rejects.toMatchObject({ code: "ERR_SSE_BACKLOG" });
    await expect(held).rejects.toMatchObject({ code: "ERR_SSE_POST_TIMEOUT" });
    await waiting;
    const last = connection.write(request(4, "hold"));
    void connection.close(new Error("enough"));
    await expect(last).rejects.toMatchObject({ code: "ERR_CONNECTION_CLOSED" });
    expect(await connection.closed).toMatchObject({ code: "local", cause: { message: "enough" } });
  });

  test("gives a write up with the reason of its signal, and goes on", async () => {
    const connection = await open("held");
    await connection.write(request(0));
    const controller = new AbortController();
    const reason = new Error("enough");
    const held = connection.write(request(1, "hold"), { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 50);
    await expect(held).rejects.toBe(reason);
    await connection.write(request(2));
    expect(await connection.read()).toMatchObject({ id: 0 });
    expect(await connection.read()).toMatchObject({ id: 2 });
  });

  test("gives up on an endpoint that does not come, and at a signal", async () => {
    await expect(attempt("silent", { endpointTimeoutMs: 200 })).rejects.toMatchObject({
      code: "ERR_SSE_ENDPOINT_TIMEOUT",
    });
    const controller = new AbortController();
    const reason = new Error("enough");
    setTimeout(() => controller.abort(reason), 50);
    await expect(attempt("silent", { signal: controller.signal })).rejects.toBe(reason);
  });

  test("is told that a server cannot be reached", async () => {
    await expect(connectSse("http://127.0.0.1:9/sse", branch)).rejects.toMatchObject({
      code: "ERR_SSE_NETWORK",
    });
  });

  test("follows a redirect of the GET on its origin where the runtime shows it, and no other", async () => {
    // Fetch, "opaque-redirect filtered response": a browser does not say where to.
    if (isBrowser) await expect(attempt("redirect")).rejects.toMatchObject({ code: "ERR_SSE_REDIRECT" });
    else expect((await open("redirect")).endpoint.pathname).toBe("/plain/message");
  });

  test("renews its authorization once, and connects", async () => {
    let token = "bad";
    let renewals = 0;
    const auth = {
      token: () => token,
      onUnauthorized() {
        renewals++;
        token = "good";
      },
    };
    await open("guarded", { auth });
    expect(renewals).toBe(1);
  });

  test("reports what is no message, and goes on", async () => {
    const ignored: string[] = [];
    const connection = await open("odd", { onIgnored: ({ reason }) => void ignored.push(reason) });
    expect(await connection.read()).toEqual(notification("last"));
    expect(ignored).toEqual(["second-endpoint", "event-type", "undecodable"]);
    expect(connection.endpoint.pathname).toBe("/odd/message");
  });

  test("tells a refused POST from an end of the stream, and that from a break", async () => {
    const refused = await open("refusing");
    await expect(refused.write(request(1))).rejects.toMatchObject({ code: "ERR_SSE_POST", status: 404 });
    const ended = await open("plain");
    await ended.write(request(1, "end"));
    expect(await ended.closed).toEqual({ code: "peer" });
    const broken = await open("plain");
    await broken.write(request(1, "break")).catch(() => {});
    expect((await broken.closed).code).toBe("network");
    expect(await broken.read()).toMatchObject({ id: 1 });
    await expect(broken.write(request(2))).rejects.toMatchObject({ code: "ERR_CONNECTION_CLOSED" });
  });

  verifies(
    "client.order.fence",
    "keeps the order around fences at a server whose answers take their time",
    async () => {
      const connection = await open("slow", { fenceTimeoutMs: 60_000 });
      const read: unknown[] = [];
      void (async () => {
        for await (const message of connection) read.push(message);
      })();
      const messages = Array.from({ length: 24 }, (_, id) =>
        id % 5 === 4 ? notification(`n${id}`) : request(id),
      );
      await Promise.all(messages.map((message) => connection.write(message)));
      await connection.write(request(99, "log"));
      await until(() => read.length === 21, "every answer");
      const { log } = (read.at(-1) as { result: { log: string[] } }).result;
      expect(log).toHaveLength(24);
      for (const [index, message] of messages.entries()) {
        if (!("id" in message)) expect(log[index]).toBe(`n${index}`);
      }
      expect(log[0]).toBe("0");
    },
  );

  test("holds every message of this tick back while the first is unanswered", async () => {
    const connection = await open("slow", { fenceTimeoutMs: 60_000 });
    const names = ["initialize", "tools/list", "resources/list"];
    await Promise.all(names.map((method, id) => connection.write(request(id, method))));
    await connection.write(request(99, "log"));
    const read: { id?: number; result?: { log?: string[] } }[] = [];
    while (read.at(-1)?.id !== 99) read.push((await connection.read()) as (typeof read)[number]);
    expect(read.at(-1)?.result?.log?.[0]).toBe("0");
  });

  verifies(
    "client.order.fence-timeout",
    "lets a cancelled past a request whose POST the server holds, after it",
    async () => {
      const connection = await open("held", { fenceTimeoutMs: 200 });
      await connection.write(request(0));
      const writes = [
        connection.write(request(1, "hold")),
        connection.write({ ...notification("notifications/cancelled"), params: { requestId: 1 } }),
      ];
      await Promise.all(writes);
      await connection.write(request(99, "log"));
      expect(await connection.read()).toMatchObject({ id: 0 });
      const { log } = ((await connection.read()) as { result: { log: string[] } }).result;
      expect(log).toEqual(["0", "1", "notifications/cancelled"]);
    },
  );

  test("renews its authorization for a POST, and sends it again once", async () => {
    let token = "bad";
    const auth = {
      token: () => token,
      onUnauthorized() {
        token = "good";
      },
    };
    const connection = await open("renewing", { auth });
    await connection.write(request(1));
    expect(await connection.read()).toMatchObject({ id: 1, result: { authorization: "Bearer good" } });
    const stubborn = await open("renewing", { auth: { token: () => "bad", onUnauthorized() {} } });
    await expect(stubborn.write(request(1))).rejects.toMatchObject({ code: "ERR_SSE_UNAUTHORIZED" });
    await expect(open("renewing").then((bare) => bare.write(request(1)))).rejects.toMatchObject({
      code: "ERR_SSE_UNAUTHORIZED",
    });
  });

  test("follows a POST's 307 on its origin where the runtime shows it", async () => {
    const connection = await open("moved");
    if (isBrowser) {
      await expect(connection.write(request(1))).rejects.toMatchObject({ code: "ERR_SSE_REDIRECT" });
      return;
    }
    await connection.write(request(1));
    expect(await connection.read()).toMatchObject({ id: 1 });
  });

  test("ends a stream that is silent for idleTimeoutMs, and no sooner than its last byte allows", async () => {
    const connection = await open("plain", { idleTimeoutMs: 400 });
    const start = performance.now();
    await connection.write(request(1));
    expect(await connection.closed).toMatchObject({ code: "idle" });
    expect(performance.now() - start).toBeGreaterThan(350);
    expect(await connection.read()).toMatchObject({ id: 1 });
  });

  test("sends 300 requests, ten at a time, and reads every answer once", { timeout: 30_000 }, async () => {
    const connection = await open("plain");
    const { signal } = new AbortController();
    const ids = Array.from({ length: 300 }, (_, id) => id);
    for (let at = 0; at < ids.length; at += 10) {
      await Promise.all(ids.slice(at, at + 10).map((id) => connection.write(request(id), { signal })));
    }
    const seen = new Set<unknown>();
    for (const _ of ids) seen.add(((await connection.read()) as { id: number }).id);
    expect(seen.size).toBe(300);
    await connection.close();
    expect(await connection.read()).toBeUndefined();
  });
});
