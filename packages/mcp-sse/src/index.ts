/**
 * MCP's HTTP+SSE transport (2024-11-05) for TypeScript: server, client, and drop-ins for the official SDK v1 and v2.
 *
 * ```ts
 * const handler = createMcpSseHandler(() => createMyServer()); // an McpServer of the official SDK, per session
 * await client.connect(new SSEClientTransport("http://127.0.0.1:3000/sse"));
 * ```
 *
 * All of the packages below it, by name. `mcp-sse/client` and `mcp-sse/server` are its halves, `mcp-sse/node` adds an
 * HTTP server. Runs wherever `fetch` does.
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
export { SSEClientTransport } from "./sse-client-transport.ts";
export { SSEServerTransport, type SSEServerTransportOptions } from "./sse-server-transport.ts";
export { toTransport } from "./to-transport.ts";
