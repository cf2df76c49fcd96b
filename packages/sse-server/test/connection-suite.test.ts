import { type ConnectionSetup, connectionSuite, type Message } from "@mcp-sse/testkit";
import { connectRaw, type RunningServer, serveFetch, serveListener } from "@mcp-sse/testkit/node";
import { createSseHandler, type SseHandler } from "../src/handler.ts";
import { toNodeListener } from "../src/node/listener.ts";
import type { SseSession } from "../src/session.ts";

connectionSuite({
  name: "a session over node:http",
  open: () => openSession((handler) => serveListener(toNodeListener(handler))),
});

connectionSuite({
  name: "a session over fetch",
  open: () => openSession((handler) => serveFetch(handler.fetch)),
});

/** A session whose peer is a client of raw bytes. */
async function openSession(serve: (handler: SseHandler) => Promise<RunningServer>): Promise<ConnectionSetup> {
  const sessions: SseSession[] = [];
  const handler = createSseHandler((session) => void sessions.push(session), {
    // Low enough that a stalled reader is felt before the buffers of the kernel are all that is full.
    highWaterBytes: 64 * 1024,
    maxBacklogBytes: Number.POSITIVE_INFINITY,
  });
  const server = await serve(handler);
  const connection = await connectRaw(server.url);
  connection.send({ target: "/sse" });
  const stream = await connection.stream();
  const endpoint = (await stream.next())?.data ?? "";
  return {
    local: sessions[0] as SseSession,
    peer: {
      async send(message) {
        const post = await connectRaw(server.url);
        const headers = [["Content-Type", "application/json"]] as const;
        post.send({ method: "POST", target: endpoint, headers, body: JSON.stringify(message) });
        const { status } = await post.response();
        post.destroy();
        if (status !== 202) throw new Error(`the POST was answered ${status}`);
      },
      async receive() {
        const event = await stream.next();
        return event && (JSON.parse(event.data) as Message);
      },
      hold: () => connection.stall(),
      end: () => connection.destroy(),
    },
    async dispose() {
      connection.destroy();
      await handler.close({ graceMs: 0 });
      await server.close();
    },
  };
}
