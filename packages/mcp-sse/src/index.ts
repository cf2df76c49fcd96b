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
