// What a client said to begin its session, so that it can be said again to a new one.

import type { Connection, JsonRpcMessage, JsonRpcRequest } from "@mcp-sse/jsonrpc";
import { isNotification, isRequest, isResponse } from "@mcp-sse/jsonrpc";
import { BridgeError } from "./errors.ts";

/** Remembers a handshake. Nothing else is ever said twice. */
export class Handshake {
  #initialize: JsonRpcRequest | undefined;
  #initialized: JsonRpcMessage | undefined;
  #count = 0;

  /** Looks at what the client writes. */
  record(message: JsonRpcMessage): void {
    if (isRequest(message) && message.method === "initialize") this.#initialize = message;
    else if (isNotification(message) && message.method === "notifications/initialized")
      this.#initialized = message;
  }

  /**
   * Says it again; what the server says meanwhile is handed on.
   *
   * @throws BridgeError `ERR_BRIDGE_INITIALIZE` if the answer is an error, or the connection ends before it.
   */
  async replay(
    connection: Connection,
    signal: AbortSignal,
    handOn: (message: JsonRpcMessage) => Promise<void>,
  ): Promise<void> {
    if (this.#initialize === undefined || this.#initialized === undefined) return;
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
    await connection.write(this.#initialized, { signal });
  }
}

function failed(message: string): BridgeError {
  return new BridgeError("ERR_BRIDGE_INITIALIZE", message);
}
