/**
 * `ERR_SSE_BACKLOG`: too many bytes waited to be written. `ERR_SSE_STALLED`: nothing of them left for too
 * long. `ERR_SSE_IDLE`: no message came, or went, for too long. `ERR_SSE_SESSION_AGE`: the session reached its
 * age. `ERR_SSE_ACCEPT`: `accept` failed or took too long. `ERR_SSE_AUTHORIZE`: `authorize` took too long. `ERR_SSE_BUS`: the message bus did not start,
 * or not stop. `ERR_SSE_HANDLER_CLOSED`: the handler was closed.
 */
export type SseServerErrorCode =
  | "ERR_SSE_BACKLOG"
  | "ERR_SSE_STALLED"
  | "ERR_SSE_IDLE"
  | "ERR_SSE_SESSION_AGE"
  | "ERR_SSE_ACCEPT"
  | "ERR_SSE_AUTHORIZE"
  | "ERR_SSE_BUS"
  | "ERR_SSE_HANDLER_CLOSED";

/** What went wrong with a session; its text names the limit, never what was sent or received. */
export class SseServerError extends Error {
  override readonly name: string = "SseServerError";
  readonly code: SseServerErrorCode;

  constructor(code: SseServerErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
