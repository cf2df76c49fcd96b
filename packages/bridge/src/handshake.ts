// What a client said to begin its session, so that it can be said again to a new one.

import type { Connection, JsonRpcMessage, JsonRpcRequest } from "@mcp-sse/jsonrpc";
import { isNotification, isRequest, isResponse } from "@mcp-sse/jsonrpc";
import { BridgeError } from "./errors.ts";

/** Remembers a handshake. Nothing else is ever said twice. */
export class Handshake {
  #initialize: JsonRpcRequest | undefined;
  #initialized: JsonRpcMessage | undefined;
  /** Whether the client holds an answer: it will not ask again. */
  #isAnswered = false;
  #count = 0;

  /** Looks at what the client writes. */
  record(message: JsonRpcMessage): void {
    if (isRequest(message) && message.method === "initialize") {
      this.#initialize = message;
      this.#initialized = undefined;
      this.#isAnswered = false;
    } else if (isNotification(message) && message.method === "notifications/initialized")
      this.#initialized = message;
  }

  /** Looks at what the client is handed. */
  recordAnswer(message: JsonRpcMessage): void {
    if (isResponse(message) && "result" in message && message.id === this.#initialize?.id)
      this.#isAnswered = true;
  }

  /**
   * Says it again, as far as it was said; what the server says meanwhile is handed on. Nothing is said of an
   * `initialize` that got no answer: the client was told so, and asks anew.
   *
   * @throws BridgeError `ERR_BRIDGE_INITIALIZE` if the answer is an error, or the connection ends before it.
   */
  async replay(
    connection: Connection,
    signal: AbortSignal,
    handOn: (message: JsonRpcMessage) => Promise<void>,
  ): Promise<void> {
    if (this.#initialize === undefined || !this.#isAnswered) return;
    // No id of the client's: its own requests count on.
    this.#count += 1;
    const id = `mcp-sse:initialize:${this.#count}`;
    await connection.write({ ...this.#initialize, id }, { signal });
    for (;;) {
      const message = await connection.read({ signal });
      if (message === undefined) throw failed("the connection ended before the answer to initialize");
      if (!isResponse(message) || message.id !== id) await handOn(message);
      else if ("error" in message) throw failed("the server refused to initialize another session");
      else break;
    }
    if (this.#initialized !== undefined) await connection.write(this.#initialized, { signal });
  }
}

function failed(message: string): BridgeError {
  return new BridgeError("ERR_BRIDGE_INITIALIZE", message);
}
