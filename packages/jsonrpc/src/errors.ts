import type { CloseReason } from "./connection.ts";
import { ErrorCode } from "./error-object.ts";

/** `ERR_RPC_PARSE`: not JSON. `ERR_RPC_INVALID_REQUEST`: JSON, but not a message of the profile. */
export type MessageDecodeErrorCode = "ERR_RPC_PARSE" | "ERR_RPC_INVALID_REQUEST";

/** What was received is not a message. Its text names the rule and never holds what was received. */
export class MessageDecodeError extends Error {
  override readonly name: string = "MessageDecodeError";
  declare readonly code: MessageDecodeErrorCode;

  /** The JSON-RPC error code of `code`: -32700 or -32600. */
  declare readonly rpcCode: number;

  constructor(code: MessageDecodeErrorCode, message: string) {
    super(message);
    this.code = code;
    this.rpcCode = code === "ERR_RPC_PARSE" ? ErrorCode.ParseError : ErrorCode.InvalidRequest;
  }
}

/** A message could not be written because the connection has ended. */
export class ConnectionClosedError extends Error {
  override readonly name: string = "ConnectionClosedError";
  readonly code = "ERR_CONNECTION_CLOSED" as const;
  declare readonly reason: CloseReason;

  constructor(reason: CloseReason) {
    // The reason as options: its cause, if it has one, is the error's.
    super(`connection ended: ${reason.code}${codeOf(reason.cause)}`, reason);
    this.reason = reason;
  }
}

/** Of what ended it, the word that the system, the runtime or a package here has for it: `ECONNRESET`. */
function codeOf(cause: unknown): string {
  // `fetch` wraps what it met.
  const at = cause as { code?: unknown; cause?: { code?: unknown } } | null | undefined;
  const code = at?.code ?? at?.cause?.code;
  return typeof code === "string" && /^[A-Z][A-Z0-9_]{2,47}$/.test(code) ? ` (${code})` : "";
}
