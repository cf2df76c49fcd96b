// The MCP server of the demo, made with the official SDK (v1) as anybody would make one.

import { setTimeout as delay } from "node:timers/promises";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const BIG = 1024 * 1024;

export const SERVER_NAME = "demo-server";
export const BIG_LENGTH: number = BIG;

/** @param onCancelled - called when the server learns that its `wait` tool was cancelled. */
export function createServer(onCancelled: () => void): McpServer {
  const server = new McpServer({ name: SERVER_NAME, version: "1.0.0" });

  server.registerTool(
    "add",
    { description: "Adds two numbers", inputSchema: { a: z.number(), b: z.number() } },
    ({ a, b }) => text(`${a} + ${b} = ${a + b}`),
  );

  server.registerTool(
    "count",
    { description: "Counts, and says so", inputSchema: { to: z.number() } },
    async ({ to }, extra) => {
      await report(extra, to);
      // The SDK's own client transport loses progress that arrives in the same tick as the result.
      await delay(50);
      return text(`counted to ${to}`);
    },
  );

  server.registerTool("ask", { description: "Asks the client's model" }, async () => {
    const { content } = await server.server.createMessage({
      messages: [{ role: "user", content: { type: "text", text: "What is the answer?" } }],
      maxTokens: 16,
    });
    return text(`the client said: ${content.type === "text" ? content.text : content.type}`);
  });

  server.registerTool("big", { description: "Returns 1 MiB" }, () =>
    text("0123456789abcdef".repeat(BIG / 16)),
  );

  server.registerTool("wait", { description: "Waits until it is cancelled" }, async (extra) => {
    await report(extra, 1);
    await new Promise<void>((resolve) => {
      extra.signal.addEventListener("abort", () => resolve(), { once: true });
    });
    onCancelled();
    return text("cancelled");
  });

  return server;
}

interface Caller {
  readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
  sendNotification(notification: {
    method: "notifications/progress";
    params: { progressToken: string | number; progress: number; total: number };
  }): Promise<void>;
}

async function report({ _meta, sendNotification }: Caller, total: number): Promise<void> {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return;
  for (let progress = 1; progress <= total; progress++) {
    await sendNotification({ method: "notifications/progress", params: { progressToken, progress, total } });
  }
}

function text(value: string): { content: { type: "text"; text: string }[] } {
  return { content: [{ type: "text", text: value }] };
}
