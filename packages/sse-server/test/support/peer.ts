// The other end of a session, as the Connection suite wants it.

import type { ConnectionPeer } from "@mcp-sse/testkit";
import { connectRaw } from "@mcp-sse/testkit/node";
import type { SseSession } from "../../src/session.ts";
import { post } from "./client.ts";

/** An `accept`, and the session that it is handed. */
export function nextSession(): { accept: (session: SseSession) => void; opened: Promise<SseSession> } {
  let accept: (session: SseSession) => void = () => undefined;
  const opened = new Promise<SseSession>((resolve) => {
    accept = resolve;
  });
  return { accept: (session) => accept(session), opened };
}

/** Opens the session of a server, over a socket that can stall and break. */
export async function rawPeer(url: URL): Promise<{ peer: ConnectionPeer; leave(): void }> {
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

export function accepted(response: Response): void {
  if (response.status !== 202) throw new Error(`the POST was answered ${response.status}`);
}
