// Message writer: one message to one line of JSON.
//
// Spec: JSON-RPC §4 to §5.1. https://www.jsonrpc.org/specification

import { toMessage } from "./decode.ts";
import type { JsonRpcMessage } from "./message.ts";

/**
 * Encodes a message as one line of JSON that {@link decodeMessage} reads back.
 *
 * The line holds no line break of any kind: U+2028 and U+2029 are escaped, because some readers of event
 * streams cut lines there, and so are lone surrogates, which UTF-8 cannot carry. Members that JSON-RPC does
 * not define are left out.
 *
 * @throws TypeError if it is not a message, or if JSON cannot hold it: a BigInt, a cycle, a `toJSON` that
 *   throws, a `result` that JSON leaves out. What was thrown on the way is the `cause`.
 */
export function encodeMessage(message: JsonRpcMessage): string {
  let text: string;
  try {
    text = JSON.stringify(settled(toMessage(message)));
  } catch (cause) {
    throw new TypeError("the message cannot be encoded as JSON-RPC", { cause });
  }
  return text.includes("\u2028") || text.includes("\u2029") ? escapeSeparators(text) : text;
}

// JSON.stringify leaves out what it cannot write, and toJSON may make anything of anything: of `params` and
// `result`, where that would leave a line that is not a message, it is seen before.
function settled(message: JsonRpcMessage): JsonRpcMessage {
  if ("method" in message) {
    return hasToJson(message.params) ? toMessage({ ...message, params: toPlain(message.params) }) : message;
  }
  if ("error" in message) return message;
  const { result } = message;
  if (typeof result === "function" || typeof result === "symbol" || hasToJson(result)) {
    return toMessage({ ...message, result: toPlain(result) });
  }
  return message;
}

interface ToJson {
  readonly toJSON?: unknown;
}

function hasToJson(value: unknown): boolean {
  return typeof value === "object" && value !== null && (value as ToJson).toJSON !== undefined;
}

function toPlain(value: unknown): unknown {
  const text: string | undefined = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
}

function escapeSeparators(text: string): string {
  return text.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
