// Real servers on loopback, and what a test wants to know of them.

import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A request that a server has received whole. */
export interface Received {
  readonly method: string;
  readonly target: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  /** Identifies the TCP connection. */
  readonly socket: Socket;
}

export interface TestServer {
  readonly origin: string;
  readonly port: number;
  readonly received: Received[];
  /** TCP connections that are open now, and how many there ever were. */
  readonly sockets: Set<Socket>;
  connections: number;
  readonly server: http.Server;
}

type Listener = (request: Received, response: http.ServerResponse) => unknown;

/** Serves until the test is over. Bodies are read before the listener is called. */
export async function serve(listener: Listener, options: http.ServerOptions = {}): Promise<TestServer> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const server = http.createServer(options, (req, res) => {
    let body = "";
    req.setEncoding("utf8");
    req.on("data", (chunk: string) => {
      body += chunk;
    });
    req.on("error", () => {});
    res.on("error", () => {});
    req.on("end", () => {
      const { method = "", url: target = "", headers, socket } = req;
      const request = { method, target, headers, body, socket };
      received.push(request);
      void listener(request, res);
    });
  });
  const peer: TestServer = { origin: "", port: 0, received, sockets, connections: 0, server };
  server.on("connection", (socket) => {
    peer.connections++;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(peer, { port, origin: `http://127.0.0.1:${port}` });
}

/** Starts an event stream. */
export function openStream(response: http.ServerResponse, headers: http.OutgoingHttpHeaders = {}): void {
  response.writeHead(200, { "content-type": "text/event-stream", ...headers });
  response.flushHeaders();
}

/** Writes a text so that each byte of it arrives by itself, as far as a network can be told. */
export async function writeBytewise(response: http.ServerResponse, text: string): Promise<void> {
  for (const byte of new TextEncoder().encode(text)) {
    await new Promise<unknown>((resolve) => response.write(Uint8Array.of(byte), resolve));
  }
}

/** How many bytes of a response wait for its reader. */
export async function unsent(response: http.ServerResponse): Promise<number> {
  return response.writableLength;
}

/** Writes a text so often, each with its number for the `#` in it. */
export async function writeNumbered(
  response: http.ServerResponse,
  text: string,
  total: number,
): Promise<void> {
  for (let number = 0; number < total; number++) response.write(text.replace("#", String(number)));
}
