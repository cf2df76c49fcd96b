// The error object: a value on the wire, and the exception that carries one to it.
//
//     "error": { "code": -32601, "message": "no such method" }
//
// https://www.jsonrpc.org/specification#error_object

import type { ErrorObject } from "./message.ts";

/**
 * The error codes that both sides of a connection share.
 *
 * JSON-RPC §5.1 defines those down to -32700 and leaves -32099 to -32000 to implementations; the four of
 * that range are the ones that the Go implementations of MCP send and read.
 */
export const ErrorCode = {
  /** Invalid JSON was received (JSON-RPC §5.1). */
  ParseError: -32700,
  /** The JSON is not a message of the profile (JSON-RPC §5.1). */
  InvalidRequest: -32600,
  /** The method does not exist or is not available (JSON-RPC §5.1). */
  MethodNotFound: -32601,
  /** The parameters do not fit the method (JSON-RPC §5.1). */
  InvalidParams: -32602,
  /** The receiver failed (JSON-RPC §5.1). */
  InternalError: -32603,
  /** The receiver has no room for the request (reference). */
  ServerOverloaded: -32000,
  /** An error that nothing more is known of (reference). */
  Unknown: -32001,
  /** The server is closing and takes no request (reference). */
  ServerClosing: -32002,
  /** The client is closing and takes no request (reference). */
  ClientClosing: -32003,
} as const;

/** One code of the {@link ErrorCode} table. */
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

/**
 * An error whose code and message are meant for the peer.
 *
 * `rpcCode` is the integer on the wire: one of {@link ErrorCode}, or the application's own.
 */
export class RpcError extends Error {
  override readonly name: string = "RpcError";
  readonly code = "ERR_RPC" as const;
  declare readonly rpcCode: number;
  declare readonly data: unknown;

  constructor(rpcCode: number, message: string, data?: unknown) {
    super(message);
    this.rpcCode = rpcCode;
    this.data = data;
  }

  /** Makes the error object of a response; without `data` if there is none. */
  toErrorObject(): ErrorObject {
    return createErrorObject(this.rpcCode, this.message, this.data);
  }
}

/** Makes an error object, without `data` if that is undefined. */
export function createErrorObject(code: number, message: string, data: unknown): ErrorObject {
  return { code, message, ...(data !== undefined && { data }) };
}
