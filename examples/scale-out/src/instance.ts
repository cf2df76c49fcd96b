// One instance: a process of its own, started by main.ts. It answers every request of its sessions, wherever the POST came
// in.
//
//     PORT=8001 BUS_URL=redis://127.0.0.1:6379 SECRET=… node dist/instance.js

import { createServer } from "node:http";
import { isRequest } from "mcp-sse";
import { toNodeListener } from "mcp-sse/node";
import { createSseHandler, type SseSession } from "mcp-sse/server";
import { connectBus } from "./connect-bus.ts";

const { PORT = "0", BUS_URL = "", SECRET = "" } = process.env;

const { bus, close } = await connectBus(BUS_URL);
// The same secret everywhere: an ID that somebody made up is 404 and asks nobody.
const handler = createSseHandler((session) => void answer(session), { bus, secret: SECRET });
const sse = toNodeListener(handler);
let isDraining = false;
const server = createServer((req, res) => {
  if (req.url === "/readyz") res.writeHead(!isDraining && bus.health === "up" ? 200 : 503).end();
  else sse(req, res);
});
server.listen(Number(PORT), "127.0.0.1");

process.once("SIGTERM", () => void stop());

async function answer(session: SseSession): Promise<void> {
  try {
    for await (const message of session) {
      if (isRequest(message)) await session.write({ jsonrpc: "2.0", id: message.id, result: {} });
    }
  } catch {
    // The session ended under the answer.
  }
}

/** Ends the sessions, so that their clients come back elsewhere; then the inbox; then the process. */
async function stop(): Promise<void> {
  isDraining = true;
  await handler.close({ graceMs: 1_000 });
  await close();
  server.close();
  server.closeIdleConnections();
}
