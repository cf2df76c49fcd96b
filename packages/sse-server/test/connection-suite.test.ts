// The Connection contract, over a session of each adapter and one without a handler.

import { type ConnectionPeer, connectionSuite } from "@mcp-sse/testkit";
import { connectRaw, serveListener } from "@mcp-sse/testkit/node";
import { createSseHandler } from "../src/handler.ts";
import { toNodeListener } from "../src/node/listener.ts";
import type { NodeSession } from "../src/node/session.ts";
import { openNodeSession } from "../src/node/session.ts";
import type { SseSession } from "../src/session.ts";
import { open, post } from "./support/client.ts";

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

function nextSession(): { accept: (session: SseSession) => void; opened: Promise<SseSession> } {
  let accept: (session: SseSession) => void = () => undefined;
  const opened = new Promise<SseSession>((resolve) => {
    accept = resolve;
  });
  return { accept: (session) => accept(session), opened };
}

async function rawPeer(url: URL): Promise<{ peer: ConnectionPeer; leave(): void }> {
  const connection = await connectRaw(url);
  connection.send({ target: "/sse" });
  const stream = await connection.stream();
  const endpoint = new URL((await stream.next())?.data ?? "", url).href;
  return {
    leave: () => connection.destroy(),
    peer: {
      async send(message) {
        accepted(await post(fetch, endpoint, message));
      },
      async receive() {
        const event = await stream.next();
        return event === undefined ? undefined : JSON.parse(event.data);
      },
      hold: () => connection.stall(),
      end: () => connection.destroy(),
    },
  };
}

function accepted(response: Response): void {
  if (response.status !== 202) throw new Error(`the POST was answered ${response.status}`);
}
