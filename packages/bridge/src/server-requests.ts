// Requests of the server, under ids that no other session's have: each session counts from the start, and an answer
// that comes late must not reach the next session's request of the same id.

import type { JsonRpcId, JsonRpcMessage } from "@mcp-sse/jsonrpc";
import { isNotification, isRequest, isResponse } from "@mcp-sse/jsonrpc";

/** Renames what the server asks, and names back what the client answers. */
export class ServerRequests {
  #session = 0;
  /** By the client's id, the server's. */
  readonly #waiting = new Map<JsonRpcId, JsonRpcId>();

  /** Sessions that have ended. */
  get session(): number {
    return this.#session;
  }

  /** A message of the server, as the client is to see it. */
  toClient(message: JsonRpcMessage): JsonRpcMessage {
    if (isRequest(message)) {
      const id = this.#rename(message.id);
      this.#waiting.set(id, message.id);
      return { ...message, id };
    }
    if (!isNotification(message) || message.method !== "notifications/cancelled") return message;
    const params = message.params as { readonly requestId?: JsonRpcId } | undefined;
    if (params?.requestId === undefined) return message;
    const requestId = this.#rename(params.requestId);
    this.#waiting.delete(requestId);
    return { ...message, params: { ...params, requestId } };
  }

  /** A message of the client, as the server is to see it; `undefined` for an answer that nobody waits for. */
  toServer(message: JsonRpcMessage): JsonRpcMessage | undefined {
    if (!isResponse(message) || message.id == null) return message;
    const id = this.#waiting.get(message.id);
    if (id === undefined) return undefined;
    this.#waiting.delete(message.id);
    return { ...message, id };
  }

  /** Ends a session. @returns what its server waited for, by the client's ids. */
  endSession(): readonly JsonRpcId[] {
    const ids = [...this.#waiting.keys()];
    this.#waiting.clear();
    this.#session += 1;
    return ids;
  }

  /** The first session's ids pass as they are. */
  #rename(id: JsonRpcId): JsonRpcId {
    return this.#session === 0 ? id : `mcp-sse:${this.#session}:${JSON.stringify(id)}`;
  }
}
