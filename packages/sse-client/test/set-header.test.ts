import { describe, expect, onTestFinished, test } from "vitest";
import { connectSse } from "../src/connect.ts";
import type { SseClientOptions } from "../src/options.ts";
import { branches } from "./peer/branches.ts";
import { serveSse } from "./peer/sse-server.ts";

const PING = { jsonrpc: "2.0", id: 1, method: "ping" } as const;

describe.each(branches)("setHeader over $name", ({ options: branch }) => {
  test.each<[kind: string, options: SseClientOptions]>([
    ["fixed headers", { headers: { "x-a": "given", "x-b": "given" } }],
    ["a function of headers", { headers: () => ({ "x-a": "given", "x-b": "given" }) }],
    ["a token", { headers: { "x-a": "given", "x-b": "given" }, auth: { token: () => "t" } }],
  ])("has a header sent with every later POST, beside %s", async (_kind, options) => {
    const peer = await serveSse();
    const connection = await connectSse(peer.url, { ...branch, ...options });
    onTestFinished(() => connection.close());
    await connection.write(PING);
    connection.setHeader("X-B", "set");
    connection.setHeader("mcp-protocol-version", "2025-06-18");
    await connection.write({ ...PING, id: 2 });
    const seen = peer.received.map(({ method, headers }) => [
      method,
      headers["x-a"],
      headers["x-b"],
      headers["mcp-protocol-version"],
    ]);
    expect(seen).toEqual([
      ["GET", "given", "given", undefined],
      ["POST", "given", "given", undefined],
      ["POST", "given", "set", "2025-06-18"],
    ]);
  });

  test("leaves to the connection what describes one hop, and refuses what HTTP does not allow", async () => {
    const peer = await serveSse();
    const connection = await connectSse(peer.url, branch);
    onTestFinished(() => connection.close());
    connection.setHeader("expect", "100-continue");
    expect(() => connection.setHeader("x", "a\nb")).toThrow(TypeError);
    await connection.write(PING);
    expect(peer.received.at(-1)?.headers.expect).toBeUndefined();
  });
});
