// Message writer: one message to one line of JSON.
//
// Spec: JSON-RPC §4 to §5.1. https://www.jsonrpc.org/specification

import { toMessage } from "./decode.ts";
import type { JsonRpcMessage } from "./message.ts";

/**
 * Encodes a message as one line of JSON, which `decodeMessage` reads back.
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
    const readable = toMessage(message);
    text = JSON.stringify(readable);
    assertWhole(readable, text);
  } catch (cause) {
    throw new TypeError("the message cannot be encoded as JSON-RPC", { cause });
  }
  return text.includes("\u2028") || text.includes("\u2029") ? escapeSeparators(text) : text;
}

// JSON.stringify leaves out what it cannot write, unwraps boxed values and writes whatever a toJSON returns. What
// that did to `params` and `result` shows in the text, at a cost that does not grow with it.
function assertWhole(message: JsonRpcMessage, text: string): void {
  if ("method" in message) {
    // `params` comes last: its last character stands before the closing brace.
    const last = text.at(-2);
    if (message.params !== undefined && last !== "}" && last !== "]") {
      throw new TypeError("params must be written as an object or an array");
    }
  } else if ("result" in message) {
    // No string holds this: a quote inside of one has a backslash before it.
    if (!text.includes('"result":')) throw new TypeError("result must not be left out by JSON");
  }
}

function escapeSeparators(text: string): string {
  return text.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
