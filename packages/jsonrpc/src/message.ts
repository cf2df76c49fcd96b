// The messages of JSON-RPC 2.0 in MCP's profile: no batch, no null id in a request, integer or string ids.
//
// https://www.jsonrpc.org/specification

/** Identifies a request among those of its sender: a string, or an integer that a double holds exactly. */
export type JsonRpcId = string | number;

/** `params` by name or by position (JSON-RPC §4.2). */
export type JsonRpcParams = { readonly [name: string]: unknown } | readonly unknown[];

/** A call that expects a response with the same `id` (JSON-RPC §4). */
export interface JsonRpcRequest {
  readonly jsonrpc: "2.0";
  readonly id: JsonRpcId;
  readonly method: string;
  readonly params?: JsonRpcParams | undefined;
}

/** A call without `id`, to which there is no response (JSON-RPC §4.1). */
export interface JsonRpcNotification {
  readonly jsonrpc: "2.0";
  readonly method: string;
  readonly params?: JsonRpcParams | undefined;
}

/** What went wrong with a request (JSON-RPC §5.1). */
export interface ErrorObject {
  /** A number of the {@link ErrorCode} table, or one of the application's own; always an integer. */
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The successful answer to a request (JSON-RPC §5). */
export interface JsonRpcResultResponse {
  readonly jsonrpc: "2.0";
  readonly id: JsonRpcId;
  readonly result: unknown;
}

/**
 * The answer to a request that failed (JSON-RPC §5).
 *
 * `id` is null or absent where the request could not be read, so that its id is unknown.
 */
export interface JsonRpcErrorResponse {
  readonly jsonrpc: "2.0";
  readonly id?: JsonRpcId | null | undefined;
  readonly error: ErrorObject;
}

/** Exactly one of `result` and `error`. */
export type JsonRpcResponse = JsonRpcResultResponse | JsonRpcErrorResponse;

/** One request, notification or response. */
export type JsonRpcMessage = JsonRpcRequest | JsonRpcNotification | JsonRpcResponse;

// A member that is undefined is absent on the wire, so the guards take it for absent.

/** Tells a request from the other messages: it has a `method` and an `id`. */
export function isRequest(message: JsonRpcMessage): message is JsonRpcRequest {
  return !isResponse(message) && (message as JsonRpcRequest).id !== undefined;
}

/** Tells a notification from the other messages: it has a `method` and no `id`. */
export function isNotification(message: JsonRpcMessage): message is JsonRpcNotification {
  return !isResponse(message) && !isRequest(message);
}

/** Tells a response from the other messages: it has no `method`. */
export function isResponse(message: JsonRpcMessage): message is JsonRpcResponse {
  return (message as JsonRpcRequest).method === undefined;
}
