// Drop-in for the SDK's `SSEServerTransport`: its constructor, methods and errors over a session of sse-server.
//
//     GET  ─▶ new SSEServerTransport("/messages", res) ─▶ server.connect(transport) ─▶ start
//     POST ─▶ transport.handlePostMessage(req, res)    ─▶ 202 Accepted

import { ConnectionClosedError, type JsonRpcMessage, toMessage } from "@mcp-sse/jsonrpc";
import type { ReceivedMessage, SessionLimits, SseObserver } from "@mcp-sse/sse-server";
import {
  type NodeRequest,
  type NodeResponse,
  type NodeSession,
  openNodeSession,
} from "@mcp-sse/sse-server/node";
import { ConnectionTransport } from "./connection-transport.ts";
import { notConnected, TransportError } from "./errors.ts";
import { messageExtra } from "./message-extra.ts";
import { type DnsRebindingOptions, refusedHeader } from "./rebinding-guard.ts";
import type { SdkMessageExtra, SdkSendOptions } from "./sdk-transport.ts";

/** The options of the SDK's `SSEServerTransport`, and the limits of a session. */
export interface SSEServerTransportOptions extends DnsRebindingOptions, SessionLimits {
  /** Told what happens, for logs and metrics. */
  readonly observer?: SseObserver | undefined;
}

const NOT_ESTABLISHED = "SSE connection not established";

/**
 * Connects the server of the official SDK, v1 or v2, to one client, on a pair of routes that somebody else serves.
 *
 * Migrating is changing the import. As in the SDK, the Host and Origin of requests are not checked unless
 * `enableDnsRebindingProtection` asks for it, and then on POSTs only: `createMcpSseHandler` is safe by default.
 * What differs: HTTP answers follow one status table and repeat nothing of the request; a POST after the end is
 * answered 404; `onclose` is called once; the stream is kept alive and its reader is bounded.
 */
export class SSEServerTransport extends ConnectionTransport {
  readonly #response: NodeResponse;
  readonly #options: SSEServerTransportOptions;
  readonly #session: NodeSession;
  #started = false;

  /**
   * @param endpoint - where the client is told to POST. Its path and query are used; the session ID is added.
   * @param response - of the GET, unanswered: an `http.ServerResponse`, also that of Express.
   * @throws RangeError for a limit that makes no sense; TypeError for an endpoint that no URL parser takes,
   *   and for a response that is none.
   */
  constructor(endpoint: string, response: NodeResponse, options: SSEServerTransportOptions = {}) {
    if (!URL.canParse(endpoint, "http://localhost")) {
      throw new TypeError("endpoint must be a path or a URL: where clients POST");
    }
    if (!isResponse(response))
      throw new TypeError("response must be that of the GET, an http.ServerResponse");
    const { pathname, search, hash } = new URL(endpoint, "http://localhost");
    const session = openNodeSession(response, {
      ...options,
      endpoint: pathname + search + hash,
      acceptedBody: "Accepted",
    });
    super(session);
    this.#response = response;
    this.#options = options;
    this.#session = session;
  }

  /** The session's ID, by which POSTs are routed here. Whoever knows it can send in the client's name. */
  get sessionId(): string {
    return this.#session.id;
  }

  /**
   * Answers a POST of the client: 202 `Accepted` when its message is queued for `onmessage`; otherwise a refusal of
   * the status table, of which `onerror` is told. After the end that is 404.
   *
   * @param parsedBody - the body, where a parser read it and did not leave it in `req.body`.
   * @throws `SSE connection not established` before `start`; the answer is 500.
   */
  async handlePostMessage(request: NodeRequest, response: NodeResponse, parsedBody?: unknown): Promise<void> {
    if (!this.#started && !this.ended) {
      answer(response, 500, NOT_ESTABLISHED);
      throw new TransportError("ERR_TRANSPORT_NOT_CONNECTED", NOT_ESTABLISHED);
    }
    const header = refusedHeader(request, this.#options);
    if (header !== undefined) {
      answer(response, 403, `Invalid ${header} header`);
      this.report(new Error(`Invalid ${header} header`));
      return;
    }
    const { status, refusal, detail } = await this.#session.handlePost(request, response, parsedBody);
    if (refusal !== undefined && status !== 404) {
      this.report(new Error(`a POST was answered ${status}: ${detail}`));
    }
  }

  /**
   * Takes a message that came by another way than a POST.
   *
   * @throws `MessageDecodeError` if it is none; `onerror` is told as well.
   */
  async handleMessage(message: unknown, extra?: SdkMessageExtra): Promise<void> {
    let decoded: JsonRpcMessage;
    try {
      decoded = toMessage(message);
    } catch (error) {
      this.report(error);
      throw error;
    }
    this.deliver(decoded, extra);
  }

  /**
   * Sends a message. Resolves when the backlog is under the high-water mark.
   *
   * @throws `Not connected` (`ERR_TRANSPORT_NOT_CONNECTED`) before `start` and after the end.
   */
  override send(message: JsonRpcMessage, options?: SdkSendOptions): Promise<void> {
    if (!this.#started) return Promise.reject(notConnected());
    return super.send(message, options).catch(rethrow);
  }

  protected override async open(): Promise<NodeSession> {
    if (this.#response.headersSent || this.#response.writableEnded) {
      throw new TransportError("ERR_TRANSPORT_NOT_CONNECTED", "the response has been answered already");
    }
    this.#started = true;
    this.#session.start();
    return this.#session;
  }

  protected override next(): Promise<ReceivedMessage | undefined> {
    return this.#session.receive();
  }

  protected override extraOf(request: ReceivedMessage["request"]): SdkMessageExtra {
    return messageExtra(request);
  }

  protected override alreadyStarted(): string {
    return "SSEServerTransport already started! If using Server class, note that connect() calls start() automatically.";
  }
}

function rethrow(error: unknown): never {
  throw error instanceof ConnectionClosedError ? notConnected(error) : error;
}

function isResponse(response: unknown): response is NodeResponse {
  return (
    typeof response === "object" &&
    response !== null &&
    "writeHead" in response &&
    typeof response.writeHead === "function"
  );
}

/** Answers with constant text; it holds nothing of the request. */
function answer(response: NodeResponse, status: number, text: string): void {
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "content-length": String(text.length),
    "x-content-type-options": "nosniff",
  });
  response.end(text);
}
