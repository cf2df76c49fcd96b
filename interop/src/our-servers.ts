// Our server on each way to serve it, as the documentation says.

import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer as createHttpServer } from "node:http";
import { createSecureServer } from "node:http2";
import type { AddressInfo, Server } from "node:net";
import { createServer } from "@mcp-sse/example-demo/mcp-server";
import { CERTIFICATE, KEY, serveFetch } from "@mcp-sse/testkit/node";
import express from "express";
import type { SseHandler, SseHandlerOptions } from "mcp-sse";
import { createMcpSseHandler, SSEServerTransport } from "mcp-sse";
import { serveSse, toNodeListener } from "mcp-sse/node";
import type { Served } from "./servers.ts";

/** What is sent to be let in. */
export const TOKEN = "Bearer of-the-kit";

const options: SseHandlerOptions = {
  keepAliveMs: 200,
  authorize: ({ headers }) =>
    headers.get("authorization") === TOKEN
      ? { principal: "the kit" }
      : { refuse: 401, wwwAuthenticate: 'Bearer realm="mcp"' },
};

const createHandler = (): SseHandler => createMcpSseHandler(() => createServer(() => {}), options);

export async function nodeHttp(): Promise<Served> {
  const { url, close } = await serveSse(() => createServer(() => {}), options);
  return { url: new URL(url), close: () => close({ graceMs: 100 }) };
}

/** `handler.fetch` behind a bridge that makes a `Request` of each request. */
export async function fetchBridge(): Promise<Served> {
  const { url, close } = await serveFetch(createHandler().fetch);
  return { url: new URL("/sse", url), close };
}

export async function onExpress(): Promise<Served> {
  const app = express();
  app.all("/sse", toNodeListener(createHandler()));
  return listening(createHttpServer(app), "http");
}

/** What a client without HTTP/2 meets there: HTTP/1.1 over TLS. */
export async function http2Secure(): Promise<Served> {
  const listener = toNodeListener(createHandler());
  return listening(createSecureServer({ key: KEY, cert: CERTIFICATE, allowHTTP1: true }, listener), "https");
}

/** The drop-in for the SDK's class, in the lines that its users have around it. */
export async function dropIn(): Promise<Served> {
  const transports = new Map<string, SSEServerTransport>();
  const server = createHttpServer((req, res) => void answer(req, res));
  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(req.url ?? "/", "http://localhost");
    if (req.method === "GET" && pathname === "/sse") {
      const { port } = server.address() as AddressInfo;
      const transport = new SSEServerTransport("/messages", res, {
        enableDnsRebindingProtection: true,
        allowedHosts: ["127.0.0.1", "localhost"].map((name) => `${name}:${port}`),
        allowedOrigins: [`http://127.0.0.1:${port}`],
        keepAliveMs: 200,
      });
      transports.set(transport.sessionId, transport);
      res.once("close", () => transports.delete(transport.sessionId));
      await createServer(() => {}).connect(transport);
    } else if (req.method === "POST") {
      const id = searchParams.get("sessionId");
      const transport = transports.get(id ?? "");
      if (transport !== undefined) await transport.handlePostMessage(req, res);
      else res.writeHead(id === null ? 400 : 404).end();
    } else {
      res.writeHead(405, { allow: "GET, POST" }).end();
    }
  }
  return listening(server, "http");
}

async function listening(server: Server, scheme: string): Promise<Served> {
  const sockets = new Set<{ destroy(): void }>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: new URL(`${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/sse`),
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
