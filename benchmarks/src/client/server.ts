// The server that all clients are measured against, in a process of its own: bare node:http, no library of anybody.
//
//     GET  ──▶ endpoint event        POST ──▶ 202, and the answer as one event
//
// `flood` is answered with as many messages as it asks for, written as it asks.

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Written } from "./processes.ts";

interface Call {
  readonly id?: number;
  readonly method: string;
  readonly params?: {
    readonly count?: number;
    readonly bytes?: number;
    readonly written?: Written;
    readonly protocolVersion?: string;
  };
}

const WRITE_BYTES = 65_536;
const BURST = 100;
const streams = new Map<string, ServerResponse>();
let sessions = 0;

const server = createServer((request, response) => {
  const url = request.url ?? "/";
  if (request.method === "GET") {
    const session = String(++sessions);
    streams.set(session, response);
    response.on("close", () => streams.delete(session));
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`event: endpoint\ndata: /message?sessionId=${session}\n\n`);
    return;
  }
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk: string) => {
    body += chunk;
  });
  request.on("end", () => {
    response.writeHead(202, { "content-type": "text/plain" }).end("Accepted");
    const stream = streams.get(url.slice(url.indexOf("=") + 1));
    if (stream !== undefined) answer(stream, JSON.parse(body));
  });
});

function answer(stream: ServerResponse, { id, method, params = {} }: Call): void {
  if (id === undefined) return;
  if (method === "flood") flood(stream, params);
  else stream.write(event({ jsonrpc: "2.0", id, result: resultOf(method, params) }));
}

function resultOf(method: string, params: NonNullable<Call["params"]>): object {
  if (method === "initialize") {
    const { protocolVersion } = params;
    return {
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "bench", version: "1.0.0" },
    };
  }
  return { content: [{ type: "text", text: "ok" }] };
}

function flood(
  stream: ServerResponse,
  { count = 0, bytes = 0, written = "joined" }: NonNullable<Call["params"]>,
): void {
  // What most messages to a client are: the answer to a call.
  const result = (text: string): object => ({ content: [{ type: "text", text }] });
  const empty = JSON.stringify({ jsonrpc: "2.0", id: 0, result: result("") });
  const text = "x".repeat(Math.max(bytes - empty.length, 0));
  const one = event({ jsonrpc: "2.0", id: 0, result: result(text) });
  const perWrite = written === "joined" ? Math.max(1, Math.floor(WRITE_BYTES / one.length)) : 1;
  const writes = written === "burst" ? BURST : 1;
  let left = count;
  function go(): void {
    let hasRoom = true;
    for (let write = 0; write < writes && left > 0; write++) {
      const now = Math.min(left, perWrite);
      left -= now;
      hasRoom = stream.write(one.repeat(now));
    }
    if (left === 0) return;
    if (!hasRoom) stream.once("drain", go);
    // A millisecond apart, no reader is so slow that it gets two at once.
    else if (written === "alone") setTimeout(go, 1);
    else setImmediate(go);
  }
  go();
}

function event(message: object): string {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}

// A pause between rounds must not cost one of the clients a new socket.
server.keepAliveTimeout = 600_000;
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}/sse` });
});
process.on("disconnect", () => process.exit());
