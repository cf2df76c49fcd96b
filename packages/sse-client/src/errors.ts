import { type CloseReason, ConnectionClosedError } from "@mcp-sse/jsonrpc";
import { failureCodeOf, isQuoted, withCode } from "./failure-code.ts";

/**
 * What an {@link SseClientError} is about.
 *
 * Of `connectSse`:
 * - `ERR_SSE_STATUS`: the GET was answered with a status other than 200; 204 too.
 * - `ERR_SSE_CONTENT_TYPE`: the answer is not an event stream, or in an encoding that is not read here.
 * - `ERR_SSE_FIRST_EVENT`: the first event is not `endpoint`.
 * - `ERR_SSE_NO_ENDPOINT`: the stream ended before the `endpoint` event.
 * - `ERR_SSE_ENDPOINT_TIMEOUT`: no `endpoint` event within `endpointTimeoutMs`.
 * - `ERR_SSE_ENDPOINT_ORIGIN`: the endpoint is not a URL on the origin of the stream.
 *
 * Of `write`:
 * - `ERR_SSE_POST`: the POST was refused.
 * - `ERR_SSE_POST_TIMEOUT`: no answer within `postTimeoutMs`; whether it was delivered is unknown.
 * - `ERR_SSE_BACKLOG`: `maxBacklogBytes` of POSTs wait already; it was not sent.
 *
 * Of both:
 * - `ERR_SSE_NETWORK`: refused, reset, no such name, TLS; the runtime's error is the `cause`, its code in the text.
 * - `ERR_SSE_REDIRECT`: a redirect that is not followed: off the origin, too many, or of a POST that would lose its body.
 * - `ERR_SSE_UNAUTHORIZED`: 401, also after the one retry that `auth.onUnauthorized` allows.
 */
export type SseClientErrorCode =
  | "ERR_SSE_NETWORK"
  | "ERR_SSE_STATUS"
  | "ERR_SSE_CONTENT_TYPE"
  | "ERR_SSE_FIRST_EVENT"
  | "ERR_SSE_NO_ENDPOINT"
  | "ERR_SSE_ENDPOINT_TIMEOUT"
  | "ERR_SSE_ENDPOINT_ORIGIN"
  | "ERR_SSE_REDIRECT"
  | "ERR_SSE_UNAUTHORIZED"
  | "ERR_SSE_POST"
  | "ERR_SSE_POST_TIMEOUT"
  | "ERR_SSE_BACKLOG";

/** A connection that could not be opened, or a message that was not taken. Match by `code`. */
export class SseClientError extends Error {
  override readonly name: string = "SseClientError";
  /** Stable, unlike `message`. */
  declare readonly code: SseClientErrorCode;
  /** HTTP status of the answer that caused it, where there was one. */
  declare readonly status: number | undefined;

  constructor(
    code: SseClientErrorCode,
    message: string,
    { status, cause }: { readonly status?: number; readonly cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
  }
}

/**
 * Wraps what the runtime said about a broken exchange; of its words, the code alone goes into the text.
 *
 * @param secret - what no error may hold: where a runtime quotes it, its words are left out as well.
 */
export function networkError(what: string, cause: unknown, secret = ""): SseClientError {
  const isTold = secret.length < 2 || !isQuoted(secret, cause);
  const code = failureCodeOf(cause);
  return new SseClientError("ERR_SSE_NETWORK", withCode(what, cause), {
    cause: isTold ? cause : Object.assign(new Error("hidden: it quotes the URL"), code && { code }),
  });
}

/** What a write meets once the connection has ended, with the code of what broke it. */
export function closedError(reason: CloseReason): ConnectionClosedError {
  return new ConnectionClosedError(reason, withCode(`connection ended: ${reason.code}`, reason.cause));
}

/** A limit of the options was passed. */
export function passed(code: SseClientErrorCode, limit: string, value: number): SseClientError {
  return new SseClientError(code, `${limit} passed: ${value}`);
}

/** An answer that says no. */
export function answered(code: SseClientErrorCode, status: number, cause?: unknown): SseClientError {
  return new SseClientError(code, `answered ${status}`, { status, cause });
}

/** A redirect that is not followed. */
export function notFollowed(status: number): SseClientError {
  return new SseClientError("ERR_SSE_REDIRECT", `redirect ${status} is not followed`, { status });
}
