import { type ConnectionPeer, connectionSuite } from "@mcp-sse/testkit";
import { createSseHandler } from "../../src/handler.ts";
import { open } from "../support/client.ts";
import { accepted, nextSession } from "../support/peer.ts";

connectionSuite({
  name: "a session over fetch",
  async open() {
    const { accept, opened } = nextSession();
    const handler = createSseHandler(accept);
    const client = await open((url, init) => handler.fetch(new Request(url, init)), "http://localhost/sse");
    const peer: ConnectionPeer = {
      async send(message) {
        accepted(await client.post(message));
      },
      async receive() {
        const event = await client.next();
        return event === undefined ? undefined : JSON.parse(event.data);
      },
      // Whoever does not ask for the next event does not read.
      hold: () => undefined,
      end: () => client.leave(),
    };
    return {
      local: await opened,
      peer,
      async dispose() {
        await client.leave();
        await handler.close({ graceMs: 0 });
      },
    };
  },
});
