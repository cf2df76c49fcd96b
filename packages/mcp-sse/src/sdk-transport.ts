// The official SDK's `Transport`, described by shape: what its v1 and its v2 have in common.
//
// Nothing of the SDK is imported. A value of these types is assignable to the `Transport` of both, and both
// of their `Server` and `Client` are assignable to `Connectable`, with `exactOptionalPropertyTypes` or without.

import type { JsonRpcId, JsonRpcMessage } from "@mcp-sse/jsonrpc";

/** What a token that was checked says about its holder: the SDK's `AuthInfo`. */
export interface SdkAuthInfo {
  token: string;
  clientId: string;
  scopes: string[];
  /** Seconds since the epoch. */
  expiresAt?: number | undefined;
  resource?: URL | undefined;
  extra?: Record<string, unknown> | undefined;
}

/** The HTTP request that carried a message, as SDK v1 hands it to handlers. */
export interface SdkRequestInfo {
  /** By lower-case name. */
  headers: Record<string, string | string[] | undefined>;
  url?: URL | undefined;
}

/** What comes beside a message on the server side: `requestInfo` for SDK v1, `request` for v2. */
export interface SdkMessageExtra {
  requestInfo?: SdkRequestInfo | undefined;
  request?: Request | undefined;
  authInfo?: SdkAuthInfo | undefined;
}

/** Hints of the SDK about an outgoing message. This transport has one stream, so it needs none of them. */
export interface SdkSendOptions {
  relatedRequestId?: JsonRpcId | undefined;
}

/**
 * Takes a message and what is known about its request.
 *
 * Declared as a method so that a callback whose parameters are the SDK's narrower types can be assigned.
 */
export type SdkMessageCallback = {
  take(message: JsonRpcMessage, extra?: SdkMessageExtra): void;
}["take"];

/**
 * The SDK's `Transport`, v1 and v2.
 *
 * `start` and the callbacks are assignable: the SDK replaces them. `onclose` is called once, whoever ended
 * the connection and however often `close` is called.
 */
export interface SdkTransport {
  start(): Promise<void>;
  send(message: JsonRpcMessage, options?: SdkSendOptions): Promise<void>;
  close(): Promise<void>;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: SdkMessageCallback | undefined;
  /** The session's ID on a server; absent on a client, which the SDK would otherwise take for initialized. */
  readonly sessionId?: string | undefined;
  setProtocolVersion?: ((version: string) => void) | undefined;
}

/** Whoever can take a transport: the SDK's `McpServer`, `Server` and `Client` can, v1 and v2. */
export interface Connectable {
  connect(transport: SdkTransport): Promise<void>;
}
