// The body of a POST: type, coding, length, bytes, message; each check has its own refusal.

import { decodeMessage, type JsonRpcMessage, MessageDecodeError, toMessage } from "@mcp-sse/jsonrpc";
import type { Body, Exchange } from "./exchange.ts";
import type { Interruptions } from "./interruptions.ts";
import { isIdentity, isJson } from "./media-type.ts";
import { REFUSALS } from "./refusal.ts";
import type { Refused } from "./request-guard.ts";

/** A body that was read. */
export type ReceivedBody = Extract<Body, { kind: "content" | "parsed" }>;

/**
 * Checks the headers of a body, and reads it up to the limit.
 *
 * @param owner - the end of what it is for: a body that still comes then is waited for no longer.
 * @returns `undefined` when that end came first.
 */
export async function receiveBody(
  exchange: Exchange,
  maxBodyBytes: number,
  bodyTimeoutMs: number,
  owner: Interruptions,
): Promise<ReceivedBody | Refused | undefined> {
  if (!isJson(exchange.header("content-type"))) {
    return {
      refusal: REFUSALS.UNSUPPORTED_MEDIA_TYPE,
      detail: "Content-Type is not application/json in utf-8",
    };
  }
  if (!isIdentity(exchange.header("content-encoding"))) {
    return { refusal: REFUSALS.UNSUPPORTED_CONTENT_ENCODING, detail: "Content-Encoding is not identity" };
  }
  if (Number(exchange.header("content-length")) > maxBodyBytes) return tooLarge(maxBodyBytes);
  const body = await exchange.readBody(maxBodyBytes, bodyTimeoutMs, owner);
  switch (body.kind) {
    case "content":
    case "parsed":
      return body.bytes > maxBodyBytes ? tooLarge(maxBodyBytes) : body;
    case "too-large":
      return tooLarge(maxBodyBytes);
    case "timeout":
      return {
        refusal: REFUSALS.BODY_TIMEOUT,
        detail: `the body took longer than ${bodyTimeoutMs} ms (bodyTimeoutMs)`,
      };
    case "aborted":
      return { refusal: REFUSALS.BODY_INCOMPLETE, detail: "the client gave up while it sent the body" };
    case "over":
      return undefined;
    case "consumed":
      return {
        refusal: REFUSALS.BODY_CONSUMED,
        detail: "something in front of the handler read the body and did not keep it in req.body",
      };
  }
}

function tooLarge(maxBodyBytes: number): Refused {
  const detail = `the body is larger than ${maxBodyBytes} bytes (maxBodyBytes)`;
  return { refusal: REFUSALS.BODY_TOO_LARGE, detail };
}

/** Reads the message in a body. */
export function messageOf(
  body: ReceivedBody | { kind: "content"; content: string },
): JsonRpcMessage | Refused {
  try {
    return body.kind === "content" ? decodeMessage(body.content) : toMessage(body.value);
  } catch (error) {
    if (!(error instanceof MessageDecodeError)) throw error;
    const refusal = error.code === "ERR_RPC_PARSE" ? REFUSALS.NOT_JSON : REFUSALS.NOT_A_MESSAGE;
    return { refusal, detail: error.message };
  }
}
