// One Request as an exchange.

import type { Answer, Body, EventSink, Exchange, SinkEvents } from "../exchange.ts";
import type { Interruptions } from "../interruptions.ts";
import { createRequest, type SseRequest } from "../request.ts";
import { readRequestBody, swallow } from "./body.ts";
import { FetchSink } from "./sink.ts";

/** Answers by resolving the promise that `fetch` gave out. */
export class FetchExchange implements Exchange {
  readonly method: string;
  readonly target: string;
  readonly request: SseRequest;
  readonly #request: Request;
  readonly #resolve: (response: Response) => void;

  constructor(request: Request, resolve: (response: Response) => void) {
    this.#request = request;
    this.#resolve = resolve;
    this.method = request.method;
    this.target = targetOf(request.url);
    this.request = createRequest({
      method: this.method,
      target: this.target,
      remoteAddress: undefined,
      authInfo: undefined,
      origin: () => new URL(request.url).origin,
      headers: () => request.headers,
    });
  }

  header(name: string): string | undefined {
    const value = this.#request.headers.get(name);
    if (value !== null) return value;
    // A platform that takes Host off the headers has put it into the URL.
    return name === "host" ? new URL(this.#request.url).host : undefined;
  }

  occurrences(name: "host" | "origin"): number {
    // Fields of one name come joined, "each field line value separated by a comma" (RFC 9110 §5.2): neither Host nor
    // Origin may hold one.
    return this.header(name)?.split(",").length ?? 0;
  }

  mayLackHeaders(): boolean {
    // What a platform leaves out of a `Request` does not show.
    return false;
  }

  hasUnreadBody(): boolean {
    return this.#request.body !== null && !this.#request.bodyUsed;
  }

  readBody(maxBytes: number, timeoutMs: number, owner: Interruptions): Promise<Body> {
    return readRequestBody(this.#request, maxBytes, timeoutMs, owner);
  }

  abandoned(): AbortSignal {
    return this.#request.signal;
  }

  answer({ status, headers, body, close }: Answer): void {
    // The platform closes the connection if it is HTTP/1; on others it drops the header.
    const all = close ? { ...headers, connection: "close" } : { ...headers };
    const isNull = status === 204 || this.method === "HEAD" || body === "";
    const response = new Response(isNull ? null : body, { status, headers: all });
    const unread = this.#request.body;
    if (!close || unread === null || unread.locked || this.#request.bodyUsed) this.#resolve(response);
    else void swallow(unread.getReader()).then(() => this.#resolve(response));
  }

  openStream(events: SinkEvents): EventSink {
    return new FetchSink(this.#request.signal, events, this.#resolve);
  }
}

/** Path and query of an absolute URL, as they are. */
function targetOf(url: string): string {
  const path = url.indexOf("/", url.indexOf("//") + 2);
  const hash = url.indexOf("#");
  return url.slice(path, hash === -1 ? undefined : hash);
}
