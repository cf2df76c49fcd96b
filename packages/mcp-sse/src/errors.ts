import { type CloseReason, ConnectionClosedError } from "@mcp-sse/jsonrpc";

/**
 * `ERR_TRANSPORT_STARTED`: `start` was called before. `ERR_TRANSPORT_NOT_CONNECTED`: there is no stream to
 * use, not yet or no more. `ERR_TRANSPORT_UNCLAIMED`: messages came and no `onmessage` was set in time.
 * `ERR_TRANSPORT_NO_SDK`: the official SDK is needed, and neither of its versions could be imported.
 */
export type TransportErrorCode =
  | "ERR_TRANSPORT_STARTED"
  | "ERR_TRANSPORT_NOT_CONNECTED"
  | "ERR_TRANSPORT_UNCLAIMED"
  | "ERR_TRANSPORT_NO_SDK";

/** A transport was used out of turn. The texts of the drop-ins are the SDK's; match `code`. */
export class TransportError extends Error {
  override readonly name: string = "TransportError";
  readonly code: TransportErrorCode;

  constructor(code: TransportErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** There is no stream, not yet or no more; the text is the SDK's. */
export function notConnected(cause?: unknown): TransportError {
  return new TransportError(
    "ERR_TRANSPORT_NOT_CONNECTED",
    "Not connected",
    cause === undefined ? undefined : { cause },
  );
}

/** The connection broke. Of what broke it, the text has the code: a word from a list, and no secret. */
export function connectionBroke(reason: CloseReason): ConnectionClosedError {
  // `fetch` wraps what it met.
  const cause = reason.cause as { code?: unknown; cause?: { code?: unknown } } | null | undefined;
  const code = cause?.code ?? cause?.cause?.code;
  if (typeof code !== "string" || !/^[A-Z][A-Z0-9_]{2,47}$/.test(code))
    return new ConnectionClosedError(reason);
  return new ConnectionClosedError(reason, `connection ended: ${reason.code} (${code})`);
}
