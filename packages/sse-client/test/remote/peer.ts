// A server for clients that run where no server can: browsers, workers. What it does is in the path that is asked:
//
//     GET  /gzip/sse                      a stream that is encoded
//     POST /gzip/message?sessionId=7      answered as `/gzip` does
//     GET  /names/%2F%2Fx/sse             a stream whose endpoint event says `//x`

import http from "node:http";
import type { AddressInfo } from "node:net";
import { createGzip } from "node:zlib";
import { relay, stopRelayed } from "./relay.ts";
import { replay } from "./replay.ts";

interface Exchange {
  readonly request: http.IncomingMessage;
  readonly response: http.ServerResponse;
  readonly mode: string;
}

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly requestId?: number };
}

/** What comes after the head of a stream, where that is not a plain one. */
const STREAMS: Readonly<Record<string, (stream: http.ServerResponse, endpoint: string) => unknown>> = {
  first: (stream) => stream.write("data: {}\n\n"),
  ended: (stream) => stream.end(": nothing\n\n"),
  silent: (stream) => stream.write(": nothing\n\n"),
  foreign: (stream) => stream.write("event: endpoint\ndata: http://other.invalid/message\n\n"),
  odd: (stream, endpoint) =>
    stream.write(
      `event: endpoint\ndata: ${endpoint}\n\nevent: endpoint\ndata: /other\n\nevent: x\ndata: y\n\ndata: {\n\n` +
        'data: {"jsonrpc":"2.0","method":"last"}\n\n',
    ),
  async bytes(stream, endpoint) {
    const text = `\uFEFF: hello\r\n\r\nid: 1\r\n\r\nevent: endpoint\r\ndata: ${endpoint}\r\n\r\n: more\r\n\r\n`;
    for (const byte of Buffer.from(`${text}data: {"jsonrpc":"2.0","method":"é中😀"}\r\n\r\n`)) {
      stream.write(Buffer.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
  },
};

const sessions = new Map<string, { write(event: string): void; readonly stream: http.ServerResponse }>();
const arrived = new Map<string, string[]>();
/** Answers to POSTs whose handler ends when it is cancelled, by session and ID. */
const held = new Map<string, http.ServerResponse>();
let count = 0;

function answer({ request, response, mode }: Exchange): void {
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-allow-headers", "authorization, content-type, x-tenant");
  if (request.method === "OPTIONS") response.writeHead(204).end();
  else if (request.method === "GET") openStream({ request, response, mode });
  else void takeMessage({ request, response, mode });
}

function openStream({ request, response, mode }: Exchange): void {
  if (/^\d+$/.test(mode)) return void response.writeHead(Number(mode)).end();
  if (mode === "away")
    return void response.writeHead(302, { location: elsewhere(request, "/plain/sse") }).end();
  if (mode === "redirect") return void response.writeHead(302, { location: "/plain/sse" }).end();
  if (mode === "json") return void response.writeHead(200, { "content-type": "application/json" }).end("{}");
  if (mode === "guarded" && request.headers.authorization !== "Bearer good") {
    return void response.writeHead(401).end();
  }
  const session = String(++count);
  const endpoint = `/${mode}/message?sessionId=${session}`;
  response.writeHead(200, {
    "content-type": "text/event-stream",
    ...(mode === "gzip" && { "content-encoding": "gzip" }),
  });
  if (mode === "gzip") {
    const gzip = createGzip();
    gzip.pipe(response);
    const write = (event: string): void => {
      gzip.write(event);
      gzip.flush();
    };
    sessions.set(session, { write, stream: response });
    write(`event: endpoint\ndata: ${endpoint}\n\n`);
    return;
  }
  sessions.set(session, { write: (event) => void response.write(event), stream: response });
  if (mode === "names") {
    const name = decodeURIComponent(request.url?.split("/")[2] ?? "");
    response.write(`event: endpoint\ndata: ${name.split(/\r|\n/).join("\ndata: ")}\n\n`);
    return;
  }
  const stream = STREAMS[mode];
  if (stream === undefined) response.write(`event: endpoint\ndata: ${endpoint}\n\n`);
  else void stream(response, endpoint);
}

async function takeMessage({ request, response, mode }: Exchange): Promise<void> {
  let body = "";
  for await (const chunk of request) body += chunk;
  const id = new URL(request.url ?? "", "http://localhost").searchParams.get("sessionId") ?? "";
  const session = sessions.get(id);
  const message: Message = JSON.parse(body);
  const log = arrived.get(id) ?? [];
  arrived.set(id, log);
  if (mode === "renewing" && request.headers.authorization !== "Bearer good")
    return void response.writeHead(401).end();
  if (mode === "moved")
    return void response.writeHead(307, { location: `/plain/message?sessionId=${id}` }).end();
  if (/^30\dpost$/.test(mode))
    return void response
      .writeHead(Number(mode.slice(0, 3)), { location: `/plain/message?sessionId=${id}` })
      .end();
  if (mode === "awaypost")
    return void response.writeHead(307, { location: elsewhere(request, "/plain/message") }).end();
  if (mode === "refusing") return void response.writeHead(404).end("no such session");
  if (message.method === "flood") {
    for (let n = 0; n < 500; n++) session?.write(event({ jsonrpc: "2.0", method: `n${n}` }));
  } else if (message.method === "large") {
    session?.write(event({ jsonrpc: "2.0", method: "x".repeat(5_000) }));
  } else if (message.method === "log") {
    session?.write(event({ jsonrpc: "2.0", id: message.id, result: { log } }));
  } else {
    log.push(message.id === undefined ? message.method : String(message.id));
    // Latencies that differ, and are the same in each run.
    if (mode === "held" && message.method === "hold") return void held.set(`${id} ${message.id}`, response);
    const heldPost = held.get(`${id} ${message.params?.requestId}`);
    if (message.method === "notifications/cancelled") heldPost?.writeHead(202).end();
    if (mode === "slow") await new Promise((resolve) => setTimeout(resolve, (log.length * 7) % 12));
    const { authorization, "x-tenant": tenant } = request.headers;
    const result = { method: message.method, authorization, tenant };
    if (message.id !== undefined) session?.write(event({ jsonrpc: "2.0", id: message.id, result }));
  }
  response.writeHead(202).end("Accepted");
  // When the answer has left.
  if (message.method === "end") setTimeout(() => session?.stream.end(), 30);
  if (message.method === "break") setTimeout(() => session?.stream.destroy(), 30);
}

/** A path under another name of this server, which makes it another origin. */
function elsewhere({ headers }: http.IncomingMessage, path: string): string {
  return `http://localhost:${headers.host?.split(":")[1]}${path}`;
}

function event(message: object): string {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}

/** Listens on loopback. */
export async function startPeer(): Promise<{ origin: string; stop(): void }> {
  const server = http.createServer((request, response) => {
    const mode = (request.url ?? "").split("/")[1] ?? "";
    request.on("error", () => {});
    response.on("error", () => {});
    const start = { relay, replay }[mode];
    if (start === undefined) return answer({ request, response, mode });
    response.setHeader("access-control-allow-origin", "*");
    void start(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop() {
      stopRelayed();
      server.closeAllConnections();
      server.close();
    },
  };
}
