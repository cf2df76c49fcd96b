import { connectionSuite } from "@mcp-sse/testkit";
import { serveListener } from "@mcp-sse/testkit/node";
import { createSseHandler } from "../../src/handler.ts";
import { toNodeListener } from "../../src/node/listener.ts";
import { nextSession, rawPeer } from "../support/peer.ts";

connectionSuite({
  name: "a session over node:http",
  async open() {
    const { accept, opened } = nextSession();
    const handler = createSseHandler(accept);
    const server = await serveListener(toNodeListener(handler));
    const { peer, leave } = await rawPeer(server.url);
    return {
      local: await opened,
      peer,
      async dispose() {
        leave();
        await handler.close({ graceMs: 0 });
        await server.close();
      },
    };
  },
});
