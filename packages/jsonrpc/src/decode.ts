// Message reader: text, bytes or a parsed value to one message of the profile.
//
//     {"jsonrpc":"2.0","id":1,"method":"ping"}     request
//     {"jsonrpc":"2.0","method":"cancelled"}       notification
//     {"jsonrpc":"2.0","id":1,"result":{}}         response
//
// Spec: JSON-RPC §4 to §5.1, without §6 (batch). https://www.jsonrpc.org/specification

import { createErrorObject } from "./error-object.ts";
import { MessageDecodeError } from "./errors.ts";
import type { JsonRpcMessage } from "./message.ts";

// `ignoreBOM` hands a BOM on, so that it is refused: RFC 8259 §8.1 forbids to add one.
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Decodes one whole text, or its UTF-8 bytes, to a message.
 *
 * Names are exact and the last of duplicate members counts, as `JSON.parse` reads them; members that
 * JSON-RPC does not define are dropped from the message and from an error object. `params`, `result` and
 * `data` are handed on as parsed.
 *
 * @throws {@link MessageDecodeError} `ERR_RPC_PARSE` if the text is not one JSON value, or the bytes are not
 *   UTF-8; `ERR_RPC_INVALID_REQUEST` if the value is not a message. Nothing else, whatever it is given.
 */
export function decodeMessage(text: string | Uint8Array): JsonRpcMessage {
  let value: unknown;
  try {
    value = JSON.parse(typeof text === "string" ? text : utf8.decode(text));
  } catch {
    // Not as `cause`: engines quote the text in their message.
    throw new MessageDecodeError("ERR_RPC_PARSE", "message must be JSON in UTF-8");
  }
  // What was parsed has own members only, and no getters: it needs no copy.
  return read(Object(value));
}

/**
 * Makes a message of a value that is parsed already, by the rules of {@link decodeMessage}.
 *
 * Only own members count; one that is `undefined` is absent. The message is a new object around the same
 * `params`, `result` or `data`.
 *
 * @throws {@link MessageDecodeError} `ERR_RPC_INVALID_REQUEST` if the value is not a message, or throws when
 *   it is read.
 */
export function toMessage(value: unknown): JsonRpcMessage {
  return read(membersOf(value));
}

function read({ jsonrpc, id, method, params, result, error }: Members): JsonRpcMessage {
  check(jsonrpc === "2.0", 'message must be an object of jsonrpc "2.0"');
  // "Either the result member or error member MUST be included, but both members MUST NOT be included." Beside a
  // method neither: one reader would answer it, the next would take it for an answer.
  check(
    Number(method !== undefined) + Number(result !== undefined) + Number(error !== undefined) === 1,
    "message must be call, result or error",
  );

  // Not with a first member: an empty object has room for all four in itself, another one keeps the rest elsewhere.
  const message: Members = {};
  message.jsonrpc = jsonrpc;
  // Only a call and an error can be without id, and only an error has a null one: "If there was an error in
  // detecting the id in the Request object (e.g. Parse error/Invalid Request), it MUST be Null."
  if (id !== undefined || result !== undefined) {
    check(
      typeof id === "string" || Number.isSafeInteger(id) || (id === null && error !== undefined),
      "id must be a string or safe integer",
    );
    message.id = id;
  }
  if (result !== undefined) message.result = result;
  if (error !== undefined) {
    const { code, message: text, data } = membersOf(error);
    check(Number.isSafeInteger(code), "code must be a safe integer");
    check(typeof text === "string", "message must be a string");
    message.error = createErrorObject(code as number, text, data);
  }
  if (method !== undefined) {
    check(typeof method === "string", "method must be a string");
    message.method = method;
    if (params !== undefined) {
      check(typeof params === "object" && params, "params must be an object or array");
      message.params = params;
    }
  }
  return message as unknown as JsonRpcMessage;
}

type Name = "jsonrpc" | "id" | "method" | "params" | "result" | "error" | "code" | "message" | "data";
type Members = { [name in Name]?: unknown };

/** Copies an object: the copy has own members only, and each getter was asked once. */
function membersOf(value: unknown): Members {
  try {
    if (typeof value === "object" && !Array.isArray(value)) return { ...(value as Members) };
  } catch {
    // A getter or a proxy may throw anything.
  }
  return {};
}

/** Refuses what breaks a rule. */
export function check(holds: unknown, rule: string): asserts holds {
  if (!holds) throw new MessageDecodeError("ERR_RPC_INVALID_REQUEST", rule);
}
