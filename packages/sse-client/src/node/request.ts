// Requests through keep-alive node:http(s): without the global fetch's limit of 300 s on a silent body, and
// without building a Request and a Response for each POST.

import type http from "node:http";
import {
  type BodyFlow,
  type BodySink,
  type HttpAnswer,
  type HttpClient,
  type HttpExchange,
  type HttpRequest,
  MAX_DISCARDED_BYTES,
} from "../http.ts";
import { type InLine, Line } from "../line.ts";
import { type NodeBody, readBody } from "./body.ts";
import { createKeepAliveAgent, dropStaleSockets, moduleOf, noteKeepAliveHint } from "./keep-alive.ts";

export { failureText } from "./connect-failure.ts";

/**
 * Makes requests with `node:http(s)`.
 *
 * Sockets are kept and used again, each for at most as long as the server announced. They are this client's own
 * unless an `agent` is given, whose sockets stay open at the end.
 *
 * @throws TypeError if `agent` is not an Agent.
 */
export function createHttpClient({ agent }: { readonly agent?: unknown } = {}): HttpClient {
  if (agent !== undefined && !isAgent(agent))
    throw new TypeError("agent must be a node:http or node:https Agent");
  return new NodeHttpClient(agent);
}

class NodeHttpClient implements HttpClient {
  readonly #given: http.Agent | undefined;
  readonly #underWay = new Line<NodeExchange>();
  #own: http.Agent | undefined;
  /** What of the last URL goes into every request to it. */
  #target: { readonly url: URL; readonly options: http.RequestOptions } | undefined;

  constructor(agent: http.Agent | undefined) {
    this.#given = agent;
  }

  send(request: HttpRequest): HttpExchange {
    try {
      return new NodeExchange(this.#start(request), request.body, this.#underWay);
    } catch (error) {
      return { answer: Promise.reject(error), onSent() {}, cancel() {} };
    }
  }

  close(): void {
    for (const exchange of [...this.#underWay]) exchange.cancel();
    this.#own?.destroy();
  }

  #start({ method, url, headers, body }: HttpRequest): http.ClientRequest {
    const secure = url.protocol === "https:";
    // All requests of a connection go to one origin, so one agent does.
    this.#own ??= this.#given === undefined ? createKeepAliveAgent(secure) : undefined;
    const agent = this.#given ?? this.#own;
    if (agent !== undefined) dropStaleSockets(agent);
    const sent: http.OutgoingHttpHeaders =
      body === undefined ? headers : { ...headers, "content-length": Buffer.byteLength(body) };
    const { protocol, hostname, port, path } = this.#optionsOf(url);
    return moduleOf(secure).request({ protocol, hostname, port, path, method, headers: sent, agent });
  }

  #optionsOf(url: URL): http.RequestOptions {
    if (this.#target?.url !== url) {
      // Looked up when it is needed, as all of Node's modules here: even one that is loaded takes time to import.
      const { urlToHttpOptions } = process.getBuiltinModule("node:url");
      this.#target = { url, options: urlToHttpOptions(url) };
    }
    return this.#target.options;
  }
}

class NodeExchange implements HttpExchange, InLine {
  line?: object | undefined;
  before?: InLine | undefined;
  after?: InLine | undefined;
  readonly answer: Promise<HttpAnswer>;
  readonly #request: http.ClientRequest;
  #reject!: (error: Error) => void;
  #answer: NodeAnswer | undefined;

  constructor(request: http.ClientRequest, body: string | undefined, underWay: Line<NodeExchange>) {
    this.#request = request;
    this.answer = new Promise((resolve, reject) => {
      this.#reject = reject;
      request.on("response", (response) => {
        noteKeepAliveHint(response);
        this.#answer = new NodeAnswer(response);
        resolve(this.#answer);
      });
      // Stays for good: what breaks after the answer is told by its body.
      request.on("error", reject);
      request.on("close", () => {
        underWay.delete(this);
        // An upgrade that nobody asked for ends a request without an answer and without an error.
        if (this.#answer === undefined) reject(new Error("the exchange ended without an answer"));
      });
    });
    underWay.add(this);
    request.end(body);
  }

  onSent(callback: () => void): void {
    // What goes on leaving after its answer may be refused by it, and is sent again as a whole.
    this.#request.once("finish", () => {
      if (this.#answer === undefined) callback();
    });
  }

  cancel(): void {
    this.#answer?.silence();
    // At once: a request that waits for a socket of its agent tells its end only when it gets one.
    this.#reject(new Error("the exchange was cancelled"));
    this.#request.destroy();
  }
}

class NodeAnswer implements HttpAnswer {
  readonly status: number;
  readonly redirectedTo = undefined;
  readonly #message: http.IncomingMessage;
  #body: NodeBody | undefined;
  #silent = false;

  constructor(message: http.IncomingMessage) {
    this.#message = message;
    this.status = message.statusCode ?? 0;
  }

  header(name: string): string | null {
    const value = this.#message.headers[name];
    return value === undefined ? null : String(value);
  }

  read(sink: BodySink): BodyFlow {
    this.#body = readBody(this.#message, {
      chunk: (bytes) => this.#silent || sink.chunk(bytes),
      end: (reason) => this.#silent || sink.end(reason),
    });
    return this.#body;
  }

  discard(): Promise<void> {
    const message = this.#message;
    let bytes = 0;
    return new Promise((resolve) => {
      message.on("data", (chunk: Uint8Array) => {
        bytes += chunk.byteLength;
        if (bytes > MAX_DISCARDED_BYTES) message.destroy();
      });
      message.on("close", resolve);
    });
  }

  toResponse(): Response {
    const message = this.#message;
    const headers = new Headers();
    for (const [name, values = []] of Object.entries(message.headersDistinct)) {
      for (const value of values) headers.append(name, value);
    }
    const { status } = this;
    message.on("error", () => {});
    const { Readable } = process.getBuiltinModule("node:stream");
    return new Response(Readable.toWeb(message) as ReadableStream, { status, headers });
  }

  silence(): void {
    this.#silent = true;
    this.#body?.destroy();
  }
}

function isAgent(value: unknown): value is http.Agent {
  return typeof value === "object" && value !== null && "addRequest" in value;
}
