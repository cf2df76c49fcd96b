// Deno.serve

import type { SseHandler } from "mcp-sse/server";

export function serve(handler: SseHandler, port = 8000): Deno.HttpServer {
  return Deno.serve({ hostname: "127.0.0.1", port }, handler.fetch);
}
