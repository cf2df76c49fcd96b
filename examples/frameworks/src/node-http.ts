// node:http

import { createServer, type Server } from "node:http";
import { toNodeListener } from "mcp-sse/node";
import type { SseHandler } from "mcp-sse/server";

export function createApp(handler: SseHandler, path = "/sse"): Server {
  const sse = toNodeListener(handler);
  return createServer((req, res) => {
    // GET and POST come to one path; the POSTs have a query.
    if (req.url?.split("?", 1)[0] === path) sse(req, res);
    else res.writeHead(404).end();
  });
}
