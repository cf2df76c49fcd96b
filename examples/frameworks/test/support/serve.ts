// Recipes that run in this process, behind a server on a free loopback port.

import type { Server } from "node:http";
import type { Http2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import type { SseHandler, SseHandlerOptions } from "mcp-sse/server";
import { createHandler } from "../../src/mcp-handler.ts";
import type { Served } from "./subject.ts";

/** Listens with what a recipe made of the suite's handler. */
export async function serveNode(
  path: string,
  createServer: (handler: SseHandler) => Server | Http2Server | Promise<Server | Http2Server>,
  options?: SseHandlerOptions,
): Promise<Served> {
  const handler = createHandler(options);
  const server = await createServer(handler);
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(path, `http://127.0.0.1:${port}`),
    async close() {
      await handler.close();
      const closed = new Promise((resolve) => server.close(resolve));
      if ("closeAllConnections" in server) server.closeAllConnections();
      await closed;
    },
  };
}
