// One (req, res) pair as an exchange.

import type { Answer, Body, EventSink, Exchange, SinkEvents } from "../exchange.ts";
import type { Interruptions } from "../interruptions.ts";
import { LINGER_MS } from "../limits.ts";
import { createRequest, type RequestSource, type SseRequest } from "../request.ts";
import { readNodeBody } from "./body.ts";
import { mayLackHeaders } from "./dropped-headers.ts";
import { isClosed, isGone, type NodeHeaders, type NodeRequest, type NodeResponse } from "./node-http.ts";
import { NodeSink } from "./sink.ts";
import { onceClosed } from "./socket-close.ts";

const HANDED_OVER: Promise<void> = Promise.resolve();

/** Answers on the response; builds no web object unless the application asks for one. */
export class NodeExchange implements Exchange {
  readonly method: string;
  readonly target: string;
  readonly request: SseRequest;
  readonly #req: NodeRequest;
  readonly #res: NodeResponse;
  readonly #parsedBody: unknown;
  #isRead = false;
  #abandoned: AbortSignal | undefined;

  /** @param parsedBody - the body, if somebody read it and did not leave it in `req.body`. */
  constructor(req: NodeRequest, res: NodeResponse, parsedBody?: unknown) {
    this.#req = req;
    this.#res = res;
    this.#parsedBody = parsedBody;
    this.method = req.method ?? "";
    this.target = req.originalUrl ?? req.url ?? "";
    this.request = requestOf(req);
  }

  header(name: string): string | undefined {
    // Of several Node keeps the first: what a body is said to be is all of them.
    if (name === "content-type" && fieldsOf(this.#req, name) > 1) return joinFields(this.#req, name);
    return headerOf(this.#req, name);
  }

  occurrences(name: "host" | "origin"): number {
    if (name === "host" && this.#req.headers[":authority"] !== undefined)
      return isOneHost(this.#req.headers) ? 1 : 2;
    return fieldsOf(this.#req, name);
  }

  mayLackHeaders(): boolean {
    return mayLackHeaders(this.#req);
  }

  hasUnreadBody(): boolean {
    const { complete, headers } = this.#req;
    if (complete || this.#isRead) return false;
    return headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0;
  }

  async readBody(maxBytes: number, timeoutMs: number, owner: Interruptions): Promise<Body> {
    // A small body comes in one packet with its head: the parser hands it over before the next microtask.
    await HANDED_OVER;
    const body = readNodeBody(this.#req, this.#parsedBody, maxBytes, timeoutMs, owner);
    if (body instanceof Promise) return body;
    // Before the parser says that the request is complete.
    this.#isRead = body.kind === "content";
    return body;
  }

  abandoned(): AbortSignal {
    this.#abandoned ??= this.#watch();
    return this.#abandoned;
  }

  #watch(): AbortSignal {
    const controller = new AbortController();
    const give = (): void => controller.abort();
    if (isClosed(this.#req, this.#res)) give();
    const forget = this.#res.socket === null ? onceClosed(this.#req.socket, give) : undefined;
    this.#res.on("close", () => {
      forget?.();
      if (!this.#res.writableEnded) give();
    });
    return controller.signal;
  }

  answer({ status, headers, body, close }: Answer): void {
    const res = this.#res;
    // A middleware's own timeout may have answered before us.
    if (res.headersSent || res.writableEnded) return;
    const closes = close && this.#req.httpVersionMajor === 1;
    res.writeHead(status, closes ? { ...headers, connection: "close" } : headers);
    if (close && !closes) stopStream(this.#req, res);
    if (closes && !this.#req.complete && !isGone(this.#req)) lingerBeforeEnd(this.#req, res, body);
    else if (body === "") res.end();
    else res.end(body);
  }

  openStream(events: SinkEvents): EventSink {
    return new NodeSink(this.#req, this.#res, events);
  }
}

/** What the application is given of a request. */
export function requestOf(req: NodeRequest): SseRequest {
  return createRequest(new NodeSource(req));
}

/** Made for every message: what is seldom asked for is worked out when it is. */
class NodeSource implements RequestSource {
  readonly #req: NodeRequest;
  readonly method: string;
  readonly target: string;
  readonly authInfo: unknown;
  // A socket that was closed has forgotten it.
  readonly remoteAddress: string | undefined;

  constructor(req: NodeRequest) {
    this.#req = req;
    this.method = req.method ?? "";
    this.target = req.originalUrl ?? req.url ?? "";
    this.authInfo = req.auth;
    this.remoteAddress = req.socket.remoteAddress;
  }

  origin(): string {
    const { socket } = this.#req;
    return `${"encrypted" in socket && socket.encrypted ? "https" : "http"}://${headerOf(this.#req, "host")}`;
  }

  headers(): Headers {
    return toHeaders(this.#req.headers);
  }
}

// `headers` keeps one of several; only the raw list tells.
function fieldsOf({ rawHeaders }: NodeRequest, name: string): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const field = rawHeaders[at] ?? "";
    if (field.length === name.length && field.toLowerCase() === name) count++;
  }
  return count;
}

function joinFields({ rawHeaders }: NodeRequest, name: string): string {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name).join(", ");
}

function headerOf({ headers }: NodeRequest, name: string): string | undefined {
  const value = name === "host" ? (headers[":authority"] ?? headers.host) : headers[name];
  return typeof value === "string" || value === undefined ? value : value.join(", ");
}

// "Clients that generate HTTP/2 requests directly MUST use the ':authority' pseudo-header field": a Host that says
// something else is a second one (RFC 9113 §8.3.1).
function isOneHost(headers: NodeHeaders): boolean {
  return headers.host === undefined || headers.host === headers[":authority"];
}

function toHeaders(headers: NodeHeaders): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name.startsWith(":")) continue;
    for (const one of typeof value === "string" ? [value] : value) all.append(name, one);
  }
  const authority = headers[":authority"];
  if (typeof authority === "string") all.set("host", authority);
  return all;
}

// "A server can send a complete response prior to the client sending an entire request" and "MAY request that
// the client abort transmission ... by sending a RST_STREAM with an error code of NO_ERROR" (RFC 9113 §8.1).
function stopStream(req: NodeRequest, res: NodeResponse): void {
  const { stream } = req as { stream?: { close?(code: number): void } };
  res.on("finish", () => stream?.close?.(0));
}

function lingerBeforeEnd(req: NodeRequest, res: NodeResponse, body: string): void {
  res.write(body);
  const end = (): void => {
    clearTimeout(timer);
    req.removeListener("end", end);
    req.removeListener("close", end);
    res.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  req.on("end", end);
  req.on("close", end);
  req.resume();
}
