// Any Connection as the official SDK's Transport.

import type { Connection } from "@mcp-sse/jsonrpc";
import { ConnectionTransport, type Delivery } from "./connection-transport.ts";
import { type MessageRequest, messageExtra } from "./message-extra.ts";
import type { SdkTransport } from "./sdk-transport.ts";

/** What of a server's session this adapter uses beyond `Connection`. */
interface SessionLike extends Connection {
  readonly id: string;
  receive(): Promise<{ message: Delivery["message"]; request: MessageRequest } | undefined>;
}

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
 * `authInfo` of its POST. Of a client's connection it has no `sessionId`: the SDK would skip `initialize`.
 *
 * @param connection - from then on read by the transport alone.
 */
export function toTransport(connection: Connection): SdkTransport {
  return isSession(connection) ? new SessionTransport(connection) : new PlainTransport(connection);
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

  protected override async next(): Promise<Delivery | undefined> {
    const message = await this.#connection.read();
    return message === undefined ? undefined : { message };
  }

  protected override alreadyStarted(): string {
    return "the transport is started already; connect() of the SDK calls start() by itself";
  }
}

class SessionTransport extends PlainTransport {
  readonly sessionId: string;
  readonly #session: SessionLike;

  constructor(session: SessionLike) {
    super(session);
    this.#session = session;
    this.sessionId = session.id;
  }

  protected override async next(): Promise<Delivery | undefined> {
    const received = await this.#session.receive();
    return received && { message: received.message, extra: messageExtra(received.request) };
  }
}

function isSession(connection: Connection): connection is SessionLike {
  return "id" in connection && "receive" in connection && typeof connection.receive === "function";
}
