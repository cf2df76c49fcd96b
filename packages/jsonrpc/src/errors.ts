import type { CloseReason } from "./connection.ts";

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
    // Not by the table of codes, which most bundles have no other use for.
    this.rpcCode = code === "ERR_RPC_PARSE" ? -32700 : -32600;
  }
}

/** A message could not be written because the connection has ended. */
export class ConnectionClosedError extends Error {
  override readonly name: string = "ConnectionClosedError";
  readonly code = "ERR_CONNECTION_CLOSED" as const;
  declare readonly reason: CloseReason;

  /** @param message - for whoever can say more than the code of `reason`. */
  constructor(reason: CloseReason, message = `connection ended: ${reason.code}`) {
    // The reason as options: its cause, if it has one, is the error's.
    super(message, reason);
    this.reason = reason;
  }
}
