// What a request is answered with that its server will not answer.

import { type CloseReason, ErrorCode, type ErrorObject } from "@mcp-sse/jsonrpc";
import type { SseClientError, SseClientErrorCode } from "@mcp-sse/sse-client";
import { BridgeError } from "./errors.ts";
import type { IgnoredLine } from "./line-connection.ts";

/**
 * The server has ended. Of the range that JSON-RPC §5.1 leaves to implementations, and what the official SDK says
 * itself where a connection has closed.
 */
const SERVER_ENDED = -32000;

/** Lines of stderr that go into a message; all of them are in its `data`. */
const SHOWN_LINES = 3;

/** For requests whose server has ended. */
export function errorOfEnd({ code, cause }: CloseReason): ErrorObject {
  if (!(cause instanceof BridgeError)) {
    return { code: SERVER_ENDED, message: `the connection to the server ended: ${code}` };
  }
  const { exit, stderr, message } = cause;
  const shown = stderr.slice(-SHOWN_LINES).join(" | ");
  const data = {
    ...(exit?.code !== undefined && { exitCode: exit.code }),
    ...(exit?.signal !== undefined && { signal: exit.signal }),
    ...(stderr.length > 0 && { stderr }),
  };
  return { code: SERVER_ENDED, message: shown === "" ? message : `${message}; stderr: ${shown}`, data };
}

/** For requests that were in flight when a connection was lost that is opened again. */
export function errorOfLoss({ code }: CloseReason): ErrorObject {
  const message = `the connection was lost (${code}); whether the request was carried out is unknown`;
  return { code: SERVER_ENDED, message };
}

/** For requests that no answer came to in the time that is left when nobody will ask any more. */
export function errorOfLate(): ErrorObject {
  const message =
    "stdin has ended, and no answer came in time; whether the request was carried out is unknown";
  return { code: SERVER_ENDED, message };
}

/** For the request that an answer was for which cannot be handed on. */
export function errorOfLine({ reason, bytes }: IgnoredLine, maxLineBytes: number): ErrorObject {
  return reason === "too-long"
    ? {
        code: SERVER_ENDED,
        message: `a line of ${bytes} bytes is longer than ${maxLineBytes} (maxLineBytes)`,
      }
    : { code: ErrorCode.InternalError, message: "the server's answer is not a JSON-RPC response" };
}

const FATES: Partial<Record<SseClientErrorCode, string>> = {
  ERR_SSE_POST_TIMEOUT: "the server did not say whether it took the request",
  ERR_SSE_BACKLOG: "too many requests wait to be sent",
  ERR_SSE_UNAUTHORIZED: "the server refused the request: not authorized",
};

/** For a request that could not be sent. */
export function errorOfWrite(error: unknown): ErrorObject {
  const { code, status, message } = error as Partial<SseClientError>;
  const fate = code === undefined ? undefined : FATES[code];
  const text = fate ?? (typeof message === "string" ? message : "the request could not be sent");
  const data = { ...(typeof code === "string" && { code }), ...(typeof status === "number" && { status }) };
  return { code: SERVER_ENDED, message: text, data };
}
