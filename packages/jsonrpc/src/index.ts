export type { AbortOptions, CloseCode, CloseReason, Connection } from "./connection.ts";
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
