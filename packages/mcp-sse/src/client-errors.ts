// Failures of a client, as the users of the SDK's SSEClientTransport know them.

import { ConnectionClosedError } from "@mcp-sse/jsonrpc";
import { SseClientError } from "@mcp-sse/sse-client";
import { notConnected } from "./errors.ts";

/** SDK v2 knows its errors, across copies and bundles, by the names in this property. */
const BRANDS = Symbol.for("mcp.sdk.errorBrands");

/**
 * The stream could not be opened.
 *
 * `code` is the HTTP status, where there was an answer; `cause` the {@link SseClientError} with its own `code`.
 */
export class SseError extends Error {
  override readonly name: string = "SseError";
  readonly code: number | undefined;
  /** What the SDK's `SseError` has there. */
  readonly event: { readonly type: "error"; readonly code: number | undefined; readonly message: string };

  constructor(code: number | undefined, message: string, options?: ErrorOptions) {
    super(`SSE error: ${message}`, options);
    this.code = code;
    this.event = { type: "error", code, message };
    brand(this, "mcp.SseError");
  }
}

/** The server wants an authorization that the `authProvider` does not have. */
export class UnauthorizedError extends Error {
  override readonly name: string = "UnauthorizedError";

  constructor(message = "Unauthorized", options?: ErrorOptions) {
    super(message, options);
    brand(this, "mcp.UnauthorizedError");
  }
}

/** Makes `error` an instance of the class of SDK v2 that has this brand, in the eyes of its `instanceof`. */
export function brand<E extends Error>(error: E, name: string): E {
  Object.defineProperty(error, BRANDS, { value: new Set([name]), configurable: true });
  return error;
}

/** What `start` rejects with, of what `connectSse` rejected with. */
export function toStartError(error: unknown): unknown {
  if (!(error instanceof SseClientError)) return error;
  const { code, status } = error;
  return new SseError(status, TEXTS[code]?.(status) ?? error.message, { cause: error });
}

/** What `send` rejects with, of what `write` rejected with. */
export function toSendError(error: unknown): unknown {
  if (error instanceof ConnectionClosedError) return notConnected(error);
  if (!(error instanceof SseClientError) || error.status === undefined) return error;
  const text = `Error POSTing to endpoint (HTTP ${error.status})`;
  return new SseClientError(error.code, text, { status: error.status, cause: error });
}

/** The words of the SDK, for what its users match. */
const TEXTS: Partial<Record<SseClientError["code"], (status: number | undefined) => string>> = {
  ERR_SSE_STATUS: (status) => `Non-200 status code (${status})`,
  ERR_SSE_UNAUTHORIZED: (status) => `Non-200 status code (${status})`,
  ERR_SSE_CONTENT_TYPE: () => 'Invalid content type, expected "text/event-stream"',
  ERR_SSE_ENDPOINT_ORIGIN: () => "Endpoint origin does not match connection origin",
};
