// The client in every runtime, browsers and workers included, at one server that runs in Node.

import { until, verifies } from "@mcp-sse/testkit";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import type { SseClientConnection } from "../src/client-connection.ts";
import { connectSse } from "../src/connect.ts";
import type { SseClientOptions } from "../src/options.ts";
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
});
