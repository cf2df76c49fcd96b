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
 *   throws, a `result` that JSON leaves out, `params` that it turns into something else. What was thrown on the
 *   way is the `cause`.
 */
export function encodeMessage(message: JsonRpcMessage): string {
  let text: string;
  try {
    const readable = toMessage(message);
    text = JSON.stringify(readable);
    if (!isWhole(readable, text)) throw new TypeError("params and result must be JSON");
  } catch (cause) {
    throw new TypeError("a message must be writable", { cause });
  }
  // Two searches find out cheaply that there is nothing to escape; `replaceAll` alone costs half as much as the text.
  if (!text.includes("\u2028") && !text.includes("\u2029")) return text;
  return text.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

// JSON.stringify leaves out what it cannot write, unwraps boxed values and writes whatever a toJSON returns. What
// that did to `params` and `result` shows in the text, at a cost that does not grow with it.
function isWhole(message: JsonRpcMessage, text: string): boolean {
  // `params` comes last: its last character stands before the closing brace.
  if ("params" in message) return "}]".includes(text.slice(-2, -1));
  // Without a result, the text is the id's and 23 characters, and an escape is six characters for one. Only a text
  // that may be that short is searched; no string holds the name so, as a quote in one has a backslash before it.
  return (
    !("result" in message) || text.length > 40 + 6 * String(message.id).length || text.includes('"result":')
  );
}
