// node:http2, through its compatibility API. For browsers: createSecureServer({ key, cert, allowHTTP1: true }, …).

import { createServer, type Http2Server } from "node:http2";
import { toNodeListener } from "mcp-sse/node";
import type { SseHandler } from "mcp-sse/server";

export function createApp(handler: SseHandler, path = "/sse"): Http2Server {
  const sse = toNodeListener(handler);
  return createServer((req, res) => {
    if (req.url.split("?", 1)[0] === path) sse(req, res);
    else res.writeHead(404).end();
  });
}
