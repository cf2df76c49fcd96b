// What serves HTTP on a node.

import type { RequestListener } from "node:http";
import { createSseHandler, type MessageBus, type SseSession } from "@mcp-sse/sse-server";
import { toNodeListener } from "@mcp-sse/sse-server/node";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { createMcpHandler } from "mcp-handler";
import { createMcpSseHandler } from "mcp-sse";
import { z } from "zod";
import { fetchListener } from "../server/fetch-bridge.ts";
import { answerTo } from "../server/wire.ts";
import { type NodeSetup, SECRET } from "./words.ts";

/** The listener of a node that serves HTTP. */
export function createListener(setup: NodeSetup, bus: MessageBus | undefined): RequestListener {
  const options = { bus, secret: SECRET };
  if (setup.kind === "mcp-handler") return mcpHandlerListener(setup.url);
  if (setup.kind === "sdk") return toNodeListener(createMcpSseHandler(() => withEcho(sdkServer()), options));
  return toNodeListener(createSseHandler((session) => void loop(session), options));
}

async function loop(session: SseSession): Promise<void> {
  try {
    for await (const message of session) await session.write(answerTo(message));
  } catch {
    // It ended under the answer.
  }
}

function mcpHandlerListener(redisUrl: string): RequestListener {
  return fetchListener(
    createMcpHandler(
      (server) => void withEcho(server as unknown as McpServer),
      {},
      { redisUrl, basePath: "", maxDuration: 3_600, verboseLogs: false },
    ),
  );
}

function sdkServer(): McpServer {
  return new McpServer({ name: "echo", version: "1.0.0" });
}

function withEcho(server: McpServer): McpServer {
  server.registerTool("echo", { inputSchema: { text: z.string() } }, ({ text }) => ({
    content: [{ type: "text", text }],
  }));
  return server;
}
