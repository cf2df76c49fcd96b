// Hono, on any runtime; on Node with @hono/node-server. To mount it elsewhere: parent.route("/tools", createApp(handler)).

import { Hono } from "hono";
import type { SseHandler } from "mcp-sse/server";

export function createApp(handler: SseHandler): Hono {
  const app = new Hono();
  app.all("/sse", (c) => handler.fetch(c.req.raw));
  return app;
}
