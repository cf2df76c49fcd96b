// Drop-in for the SDK's `SSEClientTransport`: its constructor, methods and errors over `connectSse`.

import type { JsonRpcMessage } from "@mcp-sse/jsonrpc";
import { connectSse, type SseClientConnection, type SseClientOptions } from "@mcp-sse/sse-client";
import { type ClientAuth, clientAuthOf } from "./client-auth.ts";
import { toSendError, toStartError } from "./client-errors.ts";
import { checkRedirectPolicy, fetchOf } from "./client-fetch.ts";
import type { SSEClientTransportOptions } from "./client-options.ts";
import { ConnectionTransport } from "./connection-transport.ts";
import { TransportError } from "./errors.ts";
import type { SdkSendOptions } from "./sdk-transport.ts";
import { targetOf } from "./target.ts";
import { PROTOCOL_VERSION } from "./wire.ts";

/**
 * Connects the client of the official SDK, v1 or v2, to an HTTP+SSE server.
 *
 * Migrating is changing the import. What differs from the SDK's own: one stream is one session, so a stream
 * that drops ends the transport (`onclose`, pending requests fail) and never goes on in a session that was not
 * initialized; `onclose` is called once; a 401 is followed by at most one retry; every wait has a limit.
 */
export class SSEClientTransport extends ConnectionTransport {
  readonly #url: URL;
  readonly #options: SSEClientTransportOptions;
  readonly #auth: ClientAuth;
  #connection: SseClientConnection | undefined;
  #protocolVersion: string | undefined;

  /**
   * @param url - of the event stream: what is called the SSE endpoint, often `/sse`.
   * @throws TypeError for a URL that is not absolute, an `authProvider` that is none, and a `redirectPolicy` that is
   *   not known. Other options are checked by `start`.
   */
  constructor(url: URL | string, options: SSEClientTransportOptions = {}) {
    super();
    this.#url = targetOf(url);
    checkRedirectPolicy(options);
    this.#options = options;
    this.#auth = clientAuthOf(this.#url, options);
  }

  /**
   * Sends a message.
   *
   * @throws `Not connected` (`ERR_TRANSPORT_NOT_CONNECTED`) before `start` and after the end;
   *   `Error POSTing to endpoint (HTTP <status>)` (`ERR_SSE_POST`, with `status`) if the server refuses it;
   *   `UnauthorizedError` after a 401 if there is an `authProvider`. All but the first also go to `onerror`.
   */
  override async send(message: JsonRpcMessage, options?: SdkSendOptions): Promise<void> {
    if (this.#connection === undefined) return super.send(message, options);
    try {
      await super.send(message, options);
    } catch (failure) {
      const error = toSendError(await this.#auth.unwrap(failure));
      if (!(error instanceof TransportError)) this.report(error);
      throw error;
    }
  }

  /** Has `mcp-protocol-version` sent with every later POST. The SDK calls it after `initialize`. */
  setProtocolVersion(version: string): void {
    this.#protocolVersion = version;
    this.#connection?.setHeader(PROTOCOL_VERSION, version);
  }

  /**
   * Exchanges the authorization code for tokens, after the user was sent away and came back. Then connect again,
   * with a new transport.
   *
   * @param code - the `code` of the callback, or all of its query.
   * @param iss - the `iss` of the callback; only SDK v2 checks it (RFC 9207).
   * @throws `UnauthorizedError` without an `OAuthClientProvider`, or if the exchange fails.
   */
  finishAuth(code: string | URLSearchParams, iss?: string): Promise<void> {
    return this.#auth.finish(code, iss);
  }

  protected override async open(): Promise<SseClientConnection> {
    try {
      this.#connection = await connectSse(this.#url, this.#clientOptions());
    } catch (failure) {
      throw toStartError(await this.#auth.unwrap(failure));
    }
    try {
      if (this.#protocolVersion !== undefined) this.setProtocolVersion(this.#protocolVersion);
    } catch (error) {
      // Nobody else has it yet, so nobody else would end it.
      await this.#connection.close();
      throw error;
    }
    return this.#connection;
  }

  protected override next(): Promise<JsonRpcMessage | undefined> {
    return this.#connection?.read() ?? Promise.resolve(undefined);
  }

  protected override take(): JsonRpcMessage | undefined {
    return this.#connection?.take();
  }

  protected override alreadyStarted(): string {
    return "SSEClientTransport already started! If using Client class, note that connect() calls start() automatically.";
  }

  #clientOptions(): SseClientOptions {
    const {
      authProvider: _authProvider,
      eventSourceInit: _eventSourceInit,
      redirectPolicy: _redirectPolicy,
      skipIssuerMetadataValidation: _skip,
      requestInit,
      ...limits
    } = this.#options;
    return {
      ...limits,
      signal: this.attempt,
      auth: this.#auth.auth,
      fetch: fetchOf(this.#options, this.#auth.wrap),
      // Looked up for each request: the SDK's users refresh what they put there.
      headers: requestInit?.headers && (() => requestInit.headers ?? {}),
      onIgnored: (ignored) => {
        if (ignored.reason === "undecodable") this.report(ignored.error);
        return this.#options.onIgnored?.(ignored);
      },
    };
  }
}
