// A server of HTTP+SSE in a few lines that keeps every check, but for the one flaw it is given.

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import type { FlawName } from "./flaws.ts";

export const TOKEN = "Bearer of-the-flawed";

const MAX_BODY = 4 * 1024 * 1024;

interface Session {
  readonly res: ServerResponse;
  readonly cancelled: Set<unknown>;
  readonly held: string[];
}

interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { requestId?: unknown; _meta?: { progressToken?: unknown }; name?: string };
}

export interface FlawedServer {
  readonly url: URL;
  close(): Promise<void>;
}

export async function startFlawed(flaw?: FlawName): Promise<FlawedServer> {
  const is = (name: FlawName): boolean => flaw === name;
  const sessions = new Map<string, Session>();
  const requests = new WeakMap<object, number>();
  let opened = 0;

  const server = createServer({ insecureHTTPParser: true }, (req, res) => {
    handle(req, res).catch((error: Error) => {
      if (!res.headersSent) res.writeHead(500);
      res.end(is("shows stacks") ? error.stack : undefined);
    });
  });
  if (is("refuses Expect")) server.on("checkContinue", (_req, res) => res.writeHead(417).end());

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? "/", "http://127.0.0.1");
    const refuse = (status: number, headers: Record<string, string> = {}, body = "Refused.\n"): void => {
      res.writeHead(status, { connection: "close", "content-type": "text/plain", ...headers }).end(body);
      req.resume();
    };
    const names = req.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host");
    if (names.length > 1 && !is("takes two Hosts")) return refuse(400);
    const host = (req.headers.host ?? "").toLowerCase().replace(/:\d+$/, "");
    if (is("compares Host by case") && /[A-Z]/.test(req.headers.host ?? "")) return refuse(403);
    requests.set(req.socket, (requests.get(req.socket) ?? 0) + 1);
    if (is("serves one request per connection") && requests.get(req.socket) !== 1) return refuse(503);
    if (host !== "127.0.0.1" && host !== "localhost" && !is("takes any Host")) return refuse(403);
    if (req.headers.origin !== undefined && req.method !== "OPTIONS" && !is("takes any Origin"))
      return refuse(403);
    if (req.method === "OPTIONS" && is("lets everybody read")) {
      return refuse(204, { "access-control-allow-origin": "*" });
    }
    if (is("streams to HEAD") && req.method === "HEAD") {
      res.writeHead(200, { "content-type": "text/event-stream" });
      res.write(": \n\n");
      return;
    }
    if (req.method !== "GET" && req.method !== "POST") {
      const status = is("answers PUT 404") ? 404 : 405;
      return refuse(
        status,
        is("answers 405 without Allow") ? {} : { allow: "GET, POST" },
        is("echoes bodies") ? await textOf(req) : undefined,
      );
    }
    if (req.headers.authorization !== TOKEN) {
      if (is("asks for no token")) return open(req, res, url);
      return refuse(401, is("challenges nobody") ? {} : { "www-authenticate": "Bearer" });
    }
    if (req.method === "GET") return open(req, res, url);
    await post(req, res, url, refuse);
  }

  function open(req: IncomingMessage, res: ServerResponse, url: URL): void {
    const accept = req.headers.accept ?? "*/*";
    if (!/text\/event-stream|\*\/\*/.test(accept) && !is("serves who takes no stream")) {
      res.writeHead(406, { connection: "close" }).end();
      return;
    }
    if (accept === "*/*" && is("wants Accept")) {
      res.writeHead(406, { connection: "close" }).end();
      return;
    }
    if (is("opens nothing twice") && opened > 0) {
      res.writeHead(503, { connection: "close" }).end();
      return;
    }
    opened++;
    const given = url.searchParams.get("sessionId");
    let id = is("counts its sessions up")
      ? `session-${1000 + opened}`
      : randomBytes(20).toString("base64url");
    if (is("gives all one session")) id = "the-only-one-that-there-is";
    if (is("attaches by ID") && given !== null) id = given;
    const held = sessions.get(id)?.held ?? [];
    sessions.set(id, { res, cancelled: new Set(), held });
    res.once("close", () => {
      if (!is("keeps sessions of who left")) sessions.delete(id);
    });
    const status = is("answers the GET 201") ? 201 : 200;
    res.writeHead(status, {
      "content-type": is("calls the stream plain text") ? "text/plain" : "text/event-stream",
      ...(is("lets caches keep it") ? {} : { "cache-control": "no-cache, no-transform" }),
      ...(is("compresses") && req.headers["accept-encoding"] ? { "content-encoding": "gzip" } : {}),
    });
    let endpoint = `/messages?sessionId=${id}`;
    if (is("sends clients elsewhere")) endpoint = `http://elsewhere.example${endpoint}`;
    if (is("believes X-Forwarded-Prefix"))
      endpoint = `${String(req.headers["x-forwarded-prefix"] ?? "")}${endpoint}`;
    if (is("begins with a message")) res.write("data: {}\n\n");
    res.write(`event: ${is("names the first event otherwise") ? "url" : "endpoint"}\ndata: ${endpoint}\n\n`);
    const timer = setInterval(() => res.write(": \n\n"), 50);
    if (is("is silent")) clearInterval(timer);
    res.once("close", () => clearInterval(timer));
  }

  async function post(
    req: IncomingMessage,
    res: ServerResponse,
    url: URL,
    refuse: (status: number, headers?: Record<string, string>, body?: string) => void,
  ): Promise<void> {
    const id = url.searchParams.get("sessionId");
    if (id === null) return refuse(is("answers 404 to no session ID") ? 404 : 400);
    const session = sessions.get(id);
    if (session === undefined) {
      return refuse(
        is("answers 400 to unknown sessions") ? 400 : 404,
        {},
        is("echoes bodies") ? url.search : undefined,
      );
    }
    const type = req.headers["content-type"] ?? "";
    const isJson = is("wants bare application/json")
      ? type === "application/json"
      : /^application\/json\s*(;\s*charset="?utf-8"?)?$/i.test(type);
    if (!isJson && !is("takes every type")) return refuse(415);
    if (req.headers["content-encoding"] !== undefined && !is("ignores encodings")) return refuse(415);
    if (req.headers["transfer-encoding"] !== undefined && is("wants a length")) return refuse(411);
    if (Number(req.headers["content-length"]) > MAX_BODY && !is("waits for large bodies")) return refuse(413);
    const body = await bytesOf(req, is("reads any length") ? Number.POSITIVE_INFINITY : MAX_BODY);
    if (body === undefined || (is("takes small bodies only") && body.length > 100_000)) return refuse(413);
    const bad = (): void => {
      const error = JSON.stringify({
        jsonrpc: "2.0",
        id: is("names an ID of bad bodies") ? 1 : null,
        error: { code: -32700, message: "bad" },
      });
      if (is("tells of bad bodies on the stream")) session.res.write(`data: ${error}\n\n`);
      if (is("ends sessions of bad bodies")) session.res.end();
      const status = is("answers bad bodies 500") ? 500 : 400;
      const echo = is("echoes bodies") ? body.toString() : error;
      res
        .writeHead(status, { "content-type": "application/json" })
        .end(is("shows stacks") ? new Error("bad").stack : echo);
    };
    let message: unknown;
    try {
      message = JSON.parse(new TextDecoder("utf-8", { fatal: !is("takes any bytes") }).decode(body));
    } catch {
      return bad();
    }
    if (Array.isArray(message) && !is("takes batches")) return bad();
    const request = message as Message;
    if (request.id === null && !is("takes null IDs")) return bad();
    if (request.jsonrpc !== "2.0" && !is("takes any JSON") && !is("takes batches")) return bad();
    if (is("answers in the POST") && request.method === "initialize") {
      session.res.write(`event: message\ndata: ${answerTo(request)}\n\n`);
      res.writeHead(200).end(answerTo(request));
      return;
    }
    if (is("refuses initialize")) return refuse(500);
    res.writeHead(is("answers 200") ? 200 : 202).end();
    respond(session, request);
  }

  function respond(session: Session, request: Message): void {
    const everybody = is("answers everybody") ? [...sessions.values()] : [session];
    const send = (data: string): void => {
      const event = is("names messages otherwise") ? "event: answer\n" : "event: message\n";
      const field = is("writes odd fields") ? "info: x\n" : "";
      let block = Buffer.from(`${field}${event}data: ${data}\n\n`);
      if (is("writes Latin-1")) block = Buffer.from(block.toString(), "latin1");
      for (const { res } of everybody) res.write(block);
    };
    if (request.method === "notifications/cancelled") {
      session.cancelled.add(request.params?.requestId);
      if (is("dies of strange cancellations") && request.params?.requestId === "never sent")
        session.res.destroy();
      if (is("answers what is cancelled")) send(JSON.stringify({ jsonrpc: "2.0", id: "slow", result: {} }));
      return;
    }
    if (request.id === undefined) {
      if (is("answers notifications")) send(JSON.stringify({ jsonrpc: "2.0", id: null, result: {} }));
      return;
    }
    if (request.params?.name === "wait") return;
    if (request.params?.name === "count") {
      const progressToken = is("loses tokens") ? "another" : request.params._meta?.progressToken;
      for (let progress = 1; progress <= 3; progress++) {
        if (is("reports nothing")) break;
        const params = { progressToken, progress: is("reports backwards") ? -progress : progress };
        send(JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params }));
      }
    }
    const answer = answerTo(request);
    if (is("answers in reverse") && typeof request.id === "number") {
      session.held.push(answer);
      if (session.held.length === 8) for (const held of session.held.reverse()) send(held);
      return;
    }
    if (is("answers twice")) send(answer);
    if (is("cuts large messages") && answer.length > 100_000) session.res.destroy();
    if (is("puts two into an event") && request.method !== "initialize") send(`${answer}\ndata: ${answer}`);
    else send(answer);
  }

  function answerTo({ id, method }: Message): string {
    let own = id;
    if (is("rounds IDs") && typeof id === "number") own = Math.fround(id);
    if (is("makes IDs strings")) own = String(id);
    if (is("makes strings numbers") && typeof id === "string" && /^\d+$/.test(id)) own = Number(id);
    if (is("forgets empty IDs") && id === "") own = null;
    if (is("drops falsy IDs") && (id === 0 || id === "")) own = null;
    if (is("forgets signs") && typeof id === "number") own = Math.abs(id);
    if (is("folds unicode") && typeof id === "string") own = id.replace(/[^ -~]/g, "?");
    const isKnown = ["initialize", "ping", "tools/list", "tools/call"].includes(method ?? "");
    const inherited = is("finds inherited methods") && method !== undefined && method in {};
    const error = { code: is("invents error codes") ? -32000 : -32601, message: "no such method" };
    const outcome = isKnown || inherited ? { result: {} } : { error };
    return JSON.stringify({
      jsonrpc: "2.0",
      id: own,
      ...outcome,
      ...(is("says both") ? { result: {}, error } : {}),
    });
  }

  // In front of HTTP: what is wrong with how bytes come.
  const front = createTcpServer((socket) => {
    socket.once("data", (chunk) => {
      const isOdd =
        (is("wants no empty line") && chunk[0] === 13) ||
        (is("wants whole requests") && !chunk.includes("\r\n\r\n"));
      if (isOdd) {
        socket.end("HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
        return;
      }
      server.emit("connection", socket);
      socket.unshift(chunk);
    });
    socket.on("error", () => {});
  });
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  return {
    url: new URL(`http://127.0.0.1:${(front.address() as AddressInfo).port}/sse`),
    async close() {
      front.close();
      server.closeAllConnections();
      await once(front, "close");
    },
  };
}

async function bytesOf(req: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function textOf(req: IncomingMessage): Promise<string> {
  return (await bytesOf(req, MAX_BODY))?.toString() ?? "";
}
