// The servers that people run, each started the way its own documentation says.

import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort, startEverything } from "@mcp-sse/example-demo/everything";
import { createServer } from "@mcp-sse/example-demo/mcp-server";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { SSEServerTransport as LegacyTransport } from "@modelcontextprotocol/server-legacy/sse";
import type { Response } from "express";
import express from "express";
import { npx } from "./npx.ts";
import { start } from "./process.ts";
import type { Available } from "./toolchains.ts";

export interface Served {
  readonly url: URL;
  close(): Promise<void>;
}

const stdioServer = ["node", join(import.meta.dirname, "../dist/src/stdio-server.js")] as const;

export const sdkV1 = (): Promise<Served> => onExpress((path, res) => new SSEServerTransport(path, res));

/** The frozen copy that SDK v2 left behind. Its transport is v2's, which a v1 server takes as its own. */
export const serverLegacy = (): Promise<Served> =>
  onExpress((path, res) => new LegacyTransport(path, res) as unknown as SSEServerTransport);

export const everything = (): Promise<Served> => startEverything();

export async function mcpProxy(): Promise<Served> {
  const port = await freePort();
  const options = ["--port", String(port), "--server", "sse", "--host", "127.0.0.1"];
  const peer = start(npx("mcp-proxy", ...options, "--", ...stdioServer));
  await answers(port, peer);
  return { url: new URL(`http://127.0.0.1:${port}/sse`), close: peer.kill };
}

export async function supergateway(): Promise<Served> {
  const port = await freePort();
  const options = ["--stdio", stdioServer.join(" "), "--outputTransport", "sse", "--port", String(port)];
  const peer = start(npx("supergateway", ...options));
  await answers(port, peer);
  return { url: new URL(`http://127.0.0.1:${port}/sse`), close: peer.kill };
}

/** A server of another language's SDK, which prints its URL first. */
export async function foreign(available: Available): Promise<Served> {
  if ("notRun" in available) throw new Error(available.notRun);
  const peer = start(available.command("server"));
  const url = new URL(await peer.line(/^http:\S+/));
  return { url, close: peer.kill };
}

async function onExpress(open: (path: string, res: Response) => SSEServerTransport): Promise<Served> {
  const transports = new Map<string, SSEServerTransport>();
  const app = express();
  app.get("/sse", async (_req, res) => {
    const transport = open("/messages", res);
    transports.set(transport.sessionId, transport);
    res.on("close", () => transports.delete(transport.sessionId));
    await createServer(() => {}).connect(transport as Transport);
  });
  app.post("/messages", async (req, res) => {
    const { sessionId } = req.query;
    const transport = typeof sessionId === "string" ? transports.get(sessionId) : undefined;
    if (transport === undefined) res.status(404).end();
    else await transport.handlePostMessage(req, res);
  });
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/sse`),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Settles when something listens on the port; rejects if the process ended before. */
async function answers(port: number, peer: ReturnType<typeof start>): Promise<void> {
  const ended = new AbortController();
  peer.output.catch((error) => ended.abort(error));
  while (!(await isOpen(port))) await delay(50, undefined, { signal: ended.signal });
}

function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  }).finally(() => socket.destroy());
}
