// Bun.serve

import type { SseHandler } from "mcp-sse/server";

export function serve(handler: SseHandler, port = 3000): Bun.Server {
  return Bun.serve({
    hostname: "127.0.0.1",
    port,
    // Bun ends a connection that is silent for 10 s. The handler's comments come every 15 s (keepAliveMs).
    idleTimeout: 30,
    fetch: handler.fetch,
  });
}
