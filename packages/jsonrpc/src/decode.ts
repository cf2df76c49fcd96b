// Message reader: text, bytes or a parsed value to one message of the profile.
//
//     {"jsonrpc":"2.0","id":1,"method":"ping"}     request
//     {"jsonrpc":"2.0","method":"cancelled"}       notification
//     {"jsonrpc":"2.0","id":1,"result":{}}         response
//
// Spec: JSON-RPC §4 to §5.1, without §6 (batch). https://www.jsonrpc.org/specification

import { MessageDecodeError } from "./errors.ts";
import type { ErrorObject, JsonRpcId, JsonRpcMessage, JsonRpcParams } from "./message.ts";

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
    throw new MessageDecodeError("ERR_RPC_PARSE", "a message must be one JSON value in UTF-8");
  }
  return readMessage(value);
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
  try {
    return readMessage(value);
  } catch (error) {
    // A getter or a proxy may throw anything.
    throw error instanceof MessageDecodeError ? error : invalid("a message must be readable");
  }
}

function readMessage(value: unknown): JsonRpcMessage {
  if (!isObject(value)) throw invalid("a message must be an object");
  if (Array.isArray(value)) throw invalid("a batch is not a message");
  if (own(value, "jsonrpc", value.jsonrpc) !== "2.0") throw invalid('jsonrpc must be "2.0"');
  const id = own(value, "id", value.id);
  const method = own(value, "method", value.method);
  const result = own(value, "result", value.result);
  const error = own(value, "error", value.error);

  if (method === undefined) return readResponse(id, result, error);
  // One reader would answer it, the next would take it for an answer.
  if (result !== undefined || error !== undefined) throw invalid("method excludes result and error");
  return readCall(id, method, own(value, "params", value.params));
}

function readCall(id: unknown, method: unknown, params: unknown): JsonRpcMessage {
  if (typeof method !== "string") throw invalid("method must be a string");
  if (params !== undefined && !isParams(params)) throw invalid("params must be an object or an array");
  if (id === undefined) {
    return params === undefined ? { jsonrpc: "2.0", method } : { jsonrpc: "2.0", method, params };
  }
  // "The use of Null as a value for the id member in a Request is discouraged": MCP forbids it.
  if (!isId(id)) throw invalid("id must be a string or an integer that a double holds exactly");
  return params === undefined ? { jsonrpc: "2.0", id, method } : { jsonrpc: "2.0", id, method, params };
}

function readResponse(id: unknown, result: unknown, error: unknown): JsonRpcMessage {
  // "Either the result member or error member MUST be included, but both members MUST NOT be included."
  if ((result === undefined) === (error === undefined)) {
    throw invalid("a message must have exactly one of method, result and error");
  }
  if (error === undefined) {
    if (!isId(id))
      throw invalid("the id of a result must be a string or an integer that a double holds exactly");
    return { jsonrpc: "2.0", id, result };
  }
  const object = readError(error);
  // "If there was an error in detecting the id in the Request object ..., it MUST be Null."
  if (id === undefined) return { jsonrpc: "2.0", error: object };
  if (id !== null && !isId(id)) throw invalid("the id of an error must be null, a string or a safe integer");
  return { jsonrpc: "2.0", id, error: object };
}

function readError(error: unknown): ErrorObject {
  if (!isObject(error)) throw invalid("error must be an object");
  const code = own(error, "code", error.code);
  const message = own(error, "message", error.message);
  const data = own(error, "data", error.data);
  if (!isSafeInteger(code)) throw invalid("the code of an error must be an integer");
  if (typeof message !== "string") throw invalid("the message of an error must be a string");
  return data === undefined ? { code, message } : { code, message, data };
}

function isId(value: unknown): value is JsonRpcId {
  return typeof value === "string" || isSafeInteger(value);
}

function isSafeInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isParams(value: unknown): value is JsonRpcParams {
  return isObject(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

// What is on Object.prototype is not in the message. The value is read by the caller, where the engine knows
// the name: a lookup by variable name costs several times as much.
function own(object: object, name: string, value: unknown): unknown {
  return value === undefined || Object.hasOwn(object, name) ? value : undefined;
}

function invalid(rule: string): MessageDecodeError {
  return new MessageDecodeError("ERR_RPC_INVALID_REQUEST", rule);
}
