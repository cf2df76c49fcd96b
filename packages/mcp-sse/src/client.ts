/**
 * The client half of `mcp-sse`: `connectSse`, and what makes it a transport of the official SDK.
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
  connectSse,
  type FetchLike,
  type IgnoredEvent,
  type SseClientAuth,
  type SseClientConnection,
  SseClientError,
  type SseClientErrorCode,
  type SseClientOptions,
} from "@mcp-sse/sse-client";
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
export { SseError, UnauthorizedError } from "./client-errors.ts";
export type {
  EventSourceFetch,
  EventSourceResponse,
  SdkAuthProvider,
  SdkOAuthClientProvider,
  SdkTokens,
  SdkUnauthorizedContext,
  SSEClientTransportOptions,
} from "./client-options.ts";
export { type ConnectMcpOptions, connectMcp, type McpClient, type McpConnection } from "./connect-mcp.ts";
export { TransportError, type TransportErrorCode } from "./errors.ts";
export type {
  Connectable,
  SdkAuthInfo,
  SdkMessageCallback,
  SdkMessageExtra,
  SdkRequestInfo,
  SdkSendOptions,
  SdkTransport,
} from "./sdk-transport.ts";
export { SSEClientTransport } from "./sse-client-transport.ts";
export { toTransport } from "./to-transport.ts";
