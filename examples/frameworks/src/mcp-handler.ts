// The MCP server that every recipe serves: web standards only, so that it runs wherever they do. Its tools are what
// the suite needs to look inside from the other end of the wire.

import { McpServer } from "@modelcontextprotocol/server";
import { createMcpSseHandler, type SseHandler, type SseHandlerOptions } from "mcp-sse/server";
import { z } from "zod";

/** Makes the handler that a recipe mounts. */
export function createHandler(options: SseHandlerOptions = {}): SseHandler {
  const handler = createMcpSseHandler(() => createServer(handler), {
    allowedOrigins: ["https://app.example.com"],
    cors: true,
    ...options,
  });
  return handler;
}

function createServer(handler: SseHandler): McpServer {
  const server = new McpServer({ name: "frameworks", version: "1.0.0" });
  let advance = (): void => {};

  server.registerTool("length", { inputSchema: z.object({ of: z.string() }) }, ({ of }) => text(of.length));

  server.registerTool("count", { inputSchema: z.object({ to: z.number() }) }, async ({ to }, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken ?? 0;
    for (let progress = 1; progress <= to; progress++) {
      // Each step waits for the client's word that it has seen this one.
      const seen = new Promise<void>((resolve) => {
        advance = resolve;
      });
      await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress } });
      await seen;
    }
    return text(to);
  });
  server.registerTool("seen", {}, () => {
    advance();
    return text("on");
  });

  server.registerTool("stop", {}, () => {
    // After the answer: what was written before the end still leaves.
    setTimeout(() => void handler.close(), 0);
    return text("stopping");
  });
  return server;
}

function text(value: string | number): { content: { type: "text"; text: string }[] } {
  return { content: [{ type: "text", text: String(value) }] };
}
