// h3 2 (Nitro, Nuxt). To mount it elsewhere: parent.mount("/tools", createApp(handler)).

import { H3 } from "h3";
import type { SseHandler } from "mcp-sse/server";

export function createApp(handler: SseHandler): H3 {
  const app = new H3();
  app.all("/sse", (event) => handler.fetch(event.req));
  return app;
}
