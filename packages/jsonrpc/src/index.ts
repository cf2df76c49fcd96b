/**
 * A strict JSON-RPC 2.0 codec in MCP's profile, and the Connection contract of everything that carries its messages.
 *
 * ```ts
 * const message = decodeMessage('{"jsonrpc":"2.0","id":1,"method":"ping"}');
 * if (isRequest(message)) send(encodeMessage({ jsonrpc: "2.0", id: message.id, result: {} }));
 * ```
 *
 * Runs wherever JavaScript does: it uses `JSON`, `TextDecoder`, `AbortSignal` and `setTimeout`.
 *
 * @packageDocumentation
 */

export { listenForAbort } from "./abort.ts";
export type { AbortOptions, CloseCode, CloseReason, Connection } from "./connection.ts";
export { createConnectionPair } from "./connection-pair.ts";
export { decodeMessage, toMessage } from "./decode.ts";
export { encodeMessage } from "./encode.ts";
export { ErrorCode, RpcError } from "./error-object.ts";
export { ConnectionClosedError, MessageDecodeError, type MessageDecodeErrorCode } from "./errors.ts";
export type {
  ErrorObject,
  JsonRpcErrorResponse,
  JsonRpcId,
  JsonRpcMessage,
  JsonRpcNotification,
  JsonRpcParams,
  JsonRpcRequest,
  JsonRpcResponse,
  JsonRpcResultResponse,
} from "./message.ts";
export { isNotification, isRequest, isResponse } from "./message.ts";
export { createMessageQueue, type MessageQueue } from "./message-queue.ts";
