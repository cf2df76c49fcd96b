// Message writer: one message to one line of JSON.
//
// Spec: JSON-RPC §4 to §5.1. https://www.jsonrpc.org/specification

import { check, toMessage } from "./decode.ts";
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
  try {
    const readable = toMessage(message) as { params?: unknown; result?: unknown };
    const text = JSON.stringify(readable);
    // JSON.stringify leaves out what it cannot write, unwraps boxed values and writes whatever a toJSON returns; what is
    // falsy it writes as it is. The last member is one of these two: if it is an object or an array, two brackets end the
    // text. Otherwise a result is there if its name is: no string holds that so, as a quote in one has a backslash before it.
    check(
      !(readable.params ?? readable.result) || "]}".includes(text.at(-2) as string) || /"result":/.test(text),
      "params and result must be JSON",
    );
    return escaped(escaped(text, "\u2028", "\\u2028"), "\u2029", "\\u2029");
  } catch (cause) {
    throw new TypeError("message must be JSON-RPC", { cause });
  }
}

// The search is cheap, and nearly always all there is to do. `replaceAll` costs as much as the rest of a short message.
function escaped(text: string, character: string, sequence: string): string {
  return text.includes(character) ? text.replaceAll(character, sequence) : text;
}
