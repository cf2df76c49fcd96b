/**
 * The server half of `mcp-sse`: `createSseHandler`, and what puts a server of the official SDK on it.
 *
 * @packageDocumentation
 */

export {
  type AbortOptions,
  type CloseCode,
  type CloseReason,
  type Connection,
  ConnectionClosedError,
  createConnectionPair,
  createMessageQueue,
  decodeMessage,
  ErrorCode,
  type ErrorObject,
  encodeMessage,
  isNotification,
  isRequest,
  isResponse,
  type JsonRpcErrorResponse,
  type JsonRpcId,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcParams,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type JsonRpcResultResponse,
  listenForAbort,
  MessageDecodeError,
  type MessageDecodeErrorCode,
  type MessageQueue,
  RpcError,
  toMessage,
} from "@mcp-sse/jsonrpc";
export {
  createEventScanner,
  type EventScanner,
  type EventScannerOptions,
  EventScannerStream,
  EventStreamError,
  type EventStreamErrorCode,
  type EventStreamSource,
  EventWriterStream,
  encodeComment,
  encodeEvent,
  isEventStream,
  type ScanOptions,
  type ServerSentEvent,
  scanEvents,
} from "@mcp-sse/sse-codec";
export {
  type Authorization,
  type CorsOptions,
  createSseHandler,
  type Delivery,
  type Envelope,
  type Inbox,
  type MessageBus,
  memoryBus,
  type ReceivedMessage,
  type SessionLimits,
  type SseHandler,
  type SseHandlerOptions,
  type SseObserver,
  type SseRequest,
  SseServerError,
  type SseServerErrorCode,
  type SseSession,
} from "@mcp-sse/sse-server";
export { TransportError, type TransportErrorCode } from "./errors.ts";
export { createMcpSseHandler } from "./mcp-handler.ts";
export type { DnsRebindingOptions } from "./rebinding-guard.ts";
export type {
  Connectable,
  SdkAuthInfo,
  SdkMessageCallback,
  SdkMessageExtra,
  SdkRequestInfo,
  SdkSendOptions,
  SdkTransport,
} from "./sdk-transport.ts";
export { SSEServerTransport, type SSEServerTransportOptions } from "./sse-server-transport.ts";
export { toTransport } from "./to-transport.ts";
