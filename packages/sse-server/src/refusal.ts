// Every answer that is not 200, 202 or 204: one table.

import type { Answer } from "./exchange.ts";

/** One refusal. Its bytes are constant: no answer ever holds anything of its request. */
export interface Refusal extends Answer {
  readonly name: RefusalName;
}

/** Names of the refusals, as the observer is told them. */
export type RefusalName =
  | "BAD_TARGET"
  | "TOO_MANY_HEADERS"
  | "DUPLICATE_HOST"
  | "FORBIDDEN_HOST"
  | "FORBIDDEN_ORIGIN"
  | "METHOD_NOT_ALLOWED"
  | "DRAINING"
  | "HANDLER_CLOSED"
  | "NOT_ACCEPTABLE"
  | "MISSING_SESSION_ID"
  | "REPEATED_SESSION_ID"
  | "UNAUTHORIZED"
  | "FORBIDDEN"
  | "AUTHORIZE_FAILED"
  | "AUTHORIZE_TIMEOUT"
  | "TOO_MANY_SESSIONS"
  | "TOO_MANY_SESSIONS_OF_PRINCIPAL"
  | "BUS_NOT_READY"
  | "ENDPOINT_FAILED"
  | "ACCEPT_FAILED"
  | "ACCEPT_TIMEOUT"
  | "UNKNOWN_SESSION"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "UNSUPPORTED_CONTENT_ENCODING"
  | "BODY_TOO_LARGE"
  | "BODY_TIMEOUT"
  | "BODY_CONSUMED"
  | "BODY_INCOMPLETE"
  | "NOT_JSON"
  | "NOT_A_MESSAGE"
  | "QUEUE_FULL"
  | "BUS_OVERLOADED"
  | "OWNER_GONE"
  | "BUS_DOWN"
  | "BUS_TIMEOUT"
  | "INTERNAL_ERROR";

const PARSE_ERROR = jsonRpcError(-32700, "Parse error");
const INVALID_REQUEST = jsonRpcError(-32600, "Invalid Request");

/** Seconds after which a client may try again: long enough for a queue to move, short enough for a person. */
const RETRY = { "retry-after": "1" };

/** The table, in the order in which the checks are made. */
export const REFUSALS: Readonly<Record<RefusalName, Refusal>> = {
  BAD_TARGET: plain("BAD_TARGET", 400, "The request target must be a path on this server."),
  // As Node itself answers since version 22. The length of a body may be among what it dropped.
  TOO_MANY_HEADERS: closing(plain("TOO_MANY_HEADERS", 431, "Too many headers.")),
  DUPLICATE_HOST: plain("DUPLICATE_HOST", 400, "More than one Host header."),
  FORBIDDEN_HOST: plain("FORBIDDEN_HOST", 403, "Host not allowed. The server's option is allowedHosts."),
  FORBIDDEN_ORIGIN: plain(
    "FORBIDDEN_ORIGIN",
    403,
    "Origin not allowed. The server's option is allowedOrigins.",
  ),
  METHOD_NOT_ALLOWED: plain("METHOD_NOT_ALLOWED", 405, "Use GET or POST.", { allow: "GET, POST" }),
  HANDLER_CLOSED: plain("HANDLER_CLOSED", 503, "The server is closed.", RETRY),
  DRAINING: plain("DRAINING", 503, "The server takes no new session.", RETRY),
  NOT_ACCEPTABLE: plain("NOT_ACCEPTABLE", 406, "The answer to a GET is text/event-stream."),
  MISSING_SESSION_ID: plain("MISSING_SESSION_ID", 400, "The session ID is missing in the query."),
  REPEATED_SESSION_ID: plain("REPEATED_SESSION_ID", 400, "More than one session ID in the query."),
  UNAUTHORIZED: plain("UNAUTHORIZED", 401, "Unauthorized."),
  FORBIDDEN: plain("FORBIDDEN", 403, "Forbidden."),
  AUTHORIZE_FAILED: plain("AUTHORIZE_FAILED", 500, "Internal server error."),
  AUTHORIZE_TIMEOUT: plain("AUTHORIZE_TIMEOUT", 500, "Internal server error."),
  TOO_MANY_SESSIONS: plain("TOO_MANY_SESSIONS", 503, "Too many sessions.", RETRY),
  TOO_MANY_SESSIONS_OF_PRINCIPAL: plain("TOO_MANY_SESSIONS_OF_PRINCIPAL", 503, "Too many sessions.", RETRY),
  BUS_NOT_READY: plain("BUS_NOT_READY", 503, "The server is not ready.", RETRY),
  ENDPOINT_FAILED: plain("ENDPOINT_FAILED", 500, "Internal server error."),
  ACCEPT_FAILED: plain("ACCEPT_FAILED", 500, "Internal server error."),
  ACCEPT_TIMEOUT: plain("ACCEPT_TIMEOUT", 500, "Internal server error."),
  UNKNOWN_SESSION: plain("UNKNOWN_SESSION", 404, "Unknown session."),
  UNSUPPORTED_MEDIA_TYPE: plain("UNSUPPORTED_MEDIA_TYPE", 415, "Content-Type must be application/json."),
  UNSUPPORTED_CONTENT_ENCODING: plain(
    "UNSUPPORTED_CONTENT_ENCODING",
    415,
    "Content-Encoding must be identity or absent.",
  ),
  BODY_TOO_LARGE: closing(plain("BODY_TOO_LARGE", 413, "The body is too large.")),
  BODY_TIMEOUT: closing(plain("BODY_TIMEOUT", 408, "The body took too long.")),
  BODY_CONSUMED: plain("BODY_CONSUMED", 500, "Internal server error."),
  BODY_INCOMPLETE: closing(plain("BODY_INCOMPLETE", 400, "The body ended early.")),
  NOT_JSON: json("NOT_JSON", 400, PARSE_ERROR),
  NOT_A_MESSAGE: json("NOT_A_MESSAGE", 400, INVALID_REQUEST),
  QUEUE_FULL: plain("QUEUE_FULL", 503, "The session's queue is full.", RETRY),
  BUS_OVERLOADED: plain("BUS_OVERLOADED", 503, "The session's queue is full.", RETRY),
  OWNER_GONE: plain("OWNER_GONE", 503, "The session's server is gone.", RETRY),
  BUS_DOWN: plain("BUS_DOWN", 503, "The session's server cannot be reached.", RETRY),
  BUS_TIMEOUT: plain("BUS_TIMEOUT", 504, "The session's server did not answer."),
  INTERNAL_ERROR: plain("INTERNAL_ERROR", 500, "Internal server error."),
};

/** The answer to a message that is in its session's queue. */
export const ACCEPTED: Answer = { status: 202, headers: { "content-length": "0" }, body: "", close: false };

/** A refusal of `authorize`: the one answer with a header that the application chose. */
export function unauthorized(status: 401 | 403, wwwAuthenticate: string): Refusal {
  const refusal = status === 401 ? REFUSALS.UNAUTHORIZED : REFUSALS.FORBIDDEN;
  if (wwwAuthenticate === "") return refusal;
  return { ...refusal, headers: { ...refusal.headers, "www-authenticate": wwwAuthenticate } };
}

function plain(
  name: RefusalName,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): Refusal {
  return refusal(name, status, "text/plain; charset=utf-8", `${text}\n`, headers);
}

function json(name: RefusalName, status: number, body: string): Refusal {
  return refusal(name, status, "application/json", body, {});
}

function refusal(
  name: RefusalName,
  status: number,
  type: string,
  body: string,
  headers: Record<string, string>,
): Refusal {
  return {
    name,
    status,
    headers: {
      "content-type": type,
      // Every text of the table is ASCII: its length is its size.
      "content-length": String(body.length),
      "x-content-type-options": "nosniff",
      ...headers,
    },
    body,
    close: false,
  };
}

function closing(refusal: Refusal): Refusal {
  return { ...refusal, close: true };
}

// "If there was an error in detecting the id in the Request object ..., it MUST be Null." (JSON-RPC §5)
function jsonRpcError(code: number, message: string): string {
  return JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } });
}
