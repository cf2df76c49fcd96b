// Any Connection as the official SDK's Transport.

import type { Connection, JsonRpcMessage } from "@mcp-sse/jsonrpc";
import type { SseClientConnection } from "@mcp-sse/sse-client";
import type { ReceivedMessage } from "@mcp-sse/sse-server";
import { ConnectionTransport } from "./connection-transport.ts";
import { messageExtra } from "./message-extra.ts";
import type { SdkMessageExtra, SdkTransport } from "./sdk-transport.ts";
import { PROTOCOL_VERSION } from "./wire.ts";

/** What of a server's session this adapter uses beyond `Connection`. */
export interface SessionLike extends Connection {
  readonly id: string;
  receive(): Promise<ReceivedMessage | undefined>;
}

/** What of a client's connection this adapter uses beyond `Connection`. */
type SendsHeaders = Pick<SseClientConnection, keyof Connection | "setHeader"> &
  Partial<Pick<SseClientConnection, "take">>;

/**
 * Makes a connection the `Transport` of the official SDK, v1 or v2.
 *
 * Reading starts with `start`, so nothing is lost before; a message that is there while `onmessage` is not
 * set waits for it. `onclose` is called once, after the messages that came before the end; `close` calls it at
 * once and drops what was not delivered. Ids are handed on unchanged. A request that the SDK would leave
 * without an answer (its `params` is an array, its `_meta` is malformed) is answered -32602 here; whatever else
 * it would drop goes to `onerror`, and so does what `onmessage` and `onclose` throw and an end that is neither
 * side's wish.
 *
 * Of a server's session it has the `sessionId`, and each message carries `requestInfo`, `request` and
 * `authInfo` of its POST. Of a client's connection it has no `sessionId` (the SDK would skip `initialize`), and the
 * negotiated `mcp-protocol-version` goes with every later POST.
 *
 * @param connection - from then on read by the transport alone.
 */
export function toTransport(connection: Connection): SdkTransport {
  if (isSession(connection)) return new SessionTransport(connection);
  return sendsHeaders(connection) ? new ClientTransport(connection) : new PlainTransport(connection);
}

/** Like {@link toTransport}, but the session is not touched before `released` resolves. */
export function createSessionTransport(session: SessionLike, released: Promise<void>): SdkTransport {
  return new SessionTransport(session, released);
}

class PlainTransport extends ConnectionTransport {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    super(connection);
    this.#connection = connection;
  }

  protected override async open(): Promise<Connection> {
    return this.#connection;
  }

  protected override next(): Promise<ReceivedMessage | JsonRpcMessage | undefined> {
    return this.#connection.read();
  }

  protected override alreadyStarted(): string {
    return "the transport is started already; connect() of the SDK calls start() by itself";
  }
}

class ClientTransport extends PlainTransport {
  readonly #connection: SendsHeaders;

  constructor(connection: SendsHeaders) {
    super(connection);
    this.#connection = connection;
  }

  setProtocolVersion(version: string): void {
    this.#connection.setHeader(PROTOCOL_VERSION, version);
  }

  protected override take(): JsonRpcMessage | undefined {
    return this.#connection.take?.();
  }
}

class SessionTransport extends PlainTransport {
  readonly sessionId: string;
  readonly #session: SessionLike;
  #released: Promise<void> | undefined;

  constructor(session: SessionLike, released?: Promise<void>) {
    super(session);
    this.#session = session;
    this.#released = released;
    this.sessionId = session.id;
  }

  protected override next(): Promise<ReceivedMessage | undefined> {
    if (this.#released === undefined) return this.#session.receive();
    const released = this.#released;
    this.#released = undefined;
    return released.then(() => this.#session.receive());
  }

  protected override extraOf(request: ReceivedMessage["request"]): SdkMessageExtra {
    return messageExtra(request);
  }
}

function sendsHeaders(connection: Connection): connection is SendsHeaders {
  return "setHeader" in connection && typeof connection.setHeader === "function";
}

function isSession(connection: Connection): connection is SessionLike {
  return "id" in connection && "receive" in connection && typeof connection.receive === "function";
}
