// Every check that the testkit has for anybody's server, passed by ours on its two adapters; every case for a client too.

import { clientCases, runClientCase } from "@mcp-sse/testkit/check";
import { type RunningServer, serveFetch, serveListener, serverSuite } from "@mcp-sse/testkit/node";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { createMcpSseHandler, SSEClientTransport } from "mcp-sse";
import { toNodeListener } from "mcp-sse/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";

const TOKEN = "Bearer of-the-kit";

function createServer(): McpServer {
  const server = new McpServer({ name: "checked", version: "1.0.0" });
  server.registerTool("count", { inputSchema: { to: z.number() } }, async ({ to }, extra) => {
    const progressToken = extra._meta?.progressToken ?? "";
    for (let progress = 1; progress <= to; progress++) {
      await extra.sendNotification({ method: "notifications/progress", params: { progressToken, progress } });
    }
    return { content: [] };
  });
  server.registerTool("wait", {}, async ({ signal }) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    return { content: [] };
  });
  return server;
}

const handler = createMcpSseHandler(createServer, {
  keepAliveMs: 100,
  authorize: ({ headers }) =>
    headers.get("authorization") === TOKEN
      ? { principal: "the kit" }
      : { refuse: 401, wwwAuthenticate: 'Bearer realm="mcp"' },
});

const options = {
  headers: { Authorization: TOKEN },
  idleMs: 300,
  timeoutMs: 20_000,
  progressTool: { name: "count", arguments: { to: 3 } },
  slowTool: { name: "wait" },
};

describe.each([
  { name: "node:http", serve: () => serveListener(toNodeListener(handler)) },
  { name: "fetch", serve: () => serveFetch(handler.fetch) },
])("createMcpSseHandler over $name", ({ serve }) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await serve();
  });
  afterAll(() => server.close());

  serverSuite({
    name: "it",
    url: () => new URL("/sse", server.url),
    options,
  });
});

afterAll(() => handler.close());

describe("SSEClientTransport under the SDK's Client", () => {
  test.concurrent.each(clientCases)("$title ($name)", async (one) => {
    const run = async (url: URL): Promise<void> => {
      const client = new Client({ name: "checked", version: "1.0.0" });
      try {
        await client.connect(new SSEClientTransport(url));
        await client.listTools();
      } finally {
        await client.close();
      }
    };
    // A busy machine is slow, and not broken.
    const result = await runClientCase(one, run, { timeoutMs: 25_000 });
    expect(result).toMatchObject({ outcome: "pass" });
  });
});
