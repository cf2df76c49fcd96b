// What the application holds of one client.

import type { AbortOptions, Connection, JsonRpcMessage } from "@mcp-sse/jsonrpc";
import type { SseRequest } from "./request.ts";

/** A message, and the POST that carried it. */
export interface ReceivedMessage {
  readonly message: JsonRpcMessage;
  readonly request: SseRequest;

  /**
   * Calls back, once, in the asynchronous context of the POST: `AsyncLocalStorage` holds what its middleware put
   * there. Settles as the callback does. Absent where the POST was handled by another node.
   */
  run?(callback: () => void): Promise<void>;
}

/**
 * One client: its hanging GET, and the POSTs that name it.
 *
 * The first `read`, `receive`, `write` or iteration starts the answer to the GET, if `accept` has not returned
 * before.
 */
export interface SseSession extends Connection {
  /** What the client puts into the query of its POSTs; whoever knows it can send in its name. */
  readonly id: string;

  /** Whom the session belongs to; `undefined` where nobody says. */
  readonly principal: string | undefined;

  /** The GET. */
  readonly request: SseRequest;

  /** `read`, together with the POST that carried the message. */
  receive(options?: AbortOptions): Promise<ReceivedMessage | undefined>;
}
