import { connectionSuite } from "@mcp-sse/testkit";
import { serveListener } from "@mcp-sse/testkit/node";
import { type NodeSession, openNodeSession } from "../../src/node/session.ts";
import { rawPeer } from "../support/peer.ts";

connectionSuite({
  name: "a session without a handler",
  async open() {
    let session: NodeSession | undefined;
    const server = await serveListener((req, res) => {
      if (req.method === "POST") void session?.handlePost(req, res);
      else {
        session = openNodeSession(res, { endpoint: "/messages" });
        session.start();
      }
    });
    const { peer, leave } = await rawPeer(server.url);
    if (session === undefined) throw new Error("the GET did not reach the server");
    return {
      local: session,
      peer,
      async dispose() {
        leave();
        await session?.closed;
        await server.close();
      },
    };
  },
});
