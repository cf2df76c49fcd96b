// Every public name, as its users see it. A change here is a change of the API: say so in a changeset.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { entriesOf, publicPackages, sourceOfEntry } from "../workspace.mjs";
import { withoutComments } from "./sources.ts";

const entries = new Map(
  publicPackages.flatMap((pkg) =>
    entriesOf(pkg.manifest).map((entry) => [entry, sourceOfEntry(pkg, entry)] as const),
  ),
);

describe("the public names", () => {
  test("belong to these entries", () => {
    expect([...entries.keys()]).toMatchInlineSnapshot(`
      [
        "@mcp-sse/bridge",
        "@mcp-sse/bus-nats",
        "@mcp-sse/bus-redis",
        "@mcp-sse/jsonrpc",
        "mcp-sse",
        "mcp-sse/client",
        "mcp-sse/server",
        "mcp-sse/node",
        "@mcp-sse/sse-client",
        "@mcp-sse/sse-codec",
        "@mcp-sse/sse-codec/bytes",
        "@mcp-sse/sse-server",
        "@mcp-sse/sse-server/bus",
        "@mcp-sse/sse-server/node",
      ]
    `);
  });

  test.each([...entries])("of %s are there at run time, and no others are", async (_entry, file) => {
    const module: Record<string, unknown> = await import(file);
    const values = namesOf(file).filter((name) => !name.startsWith("type "));
    expect(Object.keys(module).sort()).toEqual(values.sort());
    expect(values.filter((name) => module[name] === undefined)).toEqual([]);
  });

  test("of @mcp-sse/sse-codec", () => {
    expect(namesOf(entries.get("@mcp-sse/sse-codec"))).toMatchInlineSnapshot(`
      [
        "EventScannerStream",
        "EventStreamError",
        "EventWriterStream",
        "createEventScanner",
        "encodeComment",
        "encodeEvent",
        "isEventStream",
        "scanEvents",
        "type EventScanner",
        "type EventScannerOptions",
        "type EventStreamErrorCode",
        "type EventStreamSource",
        "type ScanOptions",
        "type ServerSentEvent",
      ]
    `);
  });

  test("of @mcp-sse/bridge", () => {
    expect(namesOf(entries.get("@mcp-sse/bridge"))).toMatchInlineSnapshot(`
      [
        "BridgeError",
        "bridgeStdio",
        "createBackoff",
        "createStdioHandler",
        "reconnecting",
        "type Backoff",
        "type BackoffOptions",
        "type BridgeErrorCode",
        "type BridgeOptions",
        "type ChildExit",
        "type ChildInfo",
        "type ChildObserver",
        "type IgnoredLine",
        "type ReconnectOptions",
        "type StdioCommand",
        "type StdioHandler",
        "type StdioHandlerOptions",
        "type StdioStreams",
      ]
    `);
  });

  test("of @mcp-sse/jsonrpc", () => {
    expect(namesOf(entries.get("@mcp-sse/jsonrpc"))).toMatchInlineSnapshot(`
      [
        "ConnectionClosedError",
        "ErrorCode",
        "MessageDecodeError",
        "RpcError",
        "createConnectionPair",
        "createMessageQueue",
        "decodeMessage",
        "encodeMessage",
        "isNotification",
        "isRequest",
        "isResponse",
        "listenForAbort",
        "toMessage",
        "type AbortOptions",
        "type CloseCode",
        "type CloseReason",
        "type Connection",
        "type ErrorObject",
        "type JsonRpcErrorResponse",
        "type JsonRpcId",
        "type JsonRpcMessage",
        "type JsonRpcNotification",
        "type JsonRpcParams",
        "type JsonRpcRequest",
        "type JsonRpcResponse",
        "type JsonRpcResultResponse",
        "type MessageDecodeErrorCode",
        "type MessageQueue",
      ]
    `);
  });

  test("of @mcp-sse/sse-server", () => {
    expect(namesOf(entries.get("@mcp-sse/sse-server"))).toMatchInlineSnapshot(`
      [
        "SseServerError",
        "createSseHandler",
        "memoryBus",
        "type Authorization",
        "type CorsOptions",
        "type Delivery",
        "type Envelope",
        "type Inbox",
        "type MessageBus",
        "type ReceivedMessage",
        "type SessionLimits",
        "type SseHandler",
        "type SseHandlerOptions",
        "type SseObserver",
        "type SseRequest",
        "type SseServerErrorCode",
        "type SseSession",
      ]
    `);
  });

  test("of @mcp-sse/sse-server/node", () => {
    expect(namesOf(entries.get("@mcp-sse/sse-server/node"))).toMatchInlineSnapshot(`
      [
        "clusterBus",
        "openNodeSession",
        "toNodeListener",
        "type ClusterBus",
        "type ClusterBusOptions",
        "type IpcPort",
        "type NodeHeaders",
        "type NodeRequest",
        "type NodeResponse",
        "type NodeSession",
        "type NodeSessionOptions",
        "type NodeSocket",
        "type PostResult",
      ]
    `);
  });

  test("of @mcp-sse/sse-client", () => {
    expect(namesOf(entries.get("@mcp-sse/sse-client"))).toMatchInlineSnapshot(`
      [
        "SseClientError",
        "connectSse",
        "type FetchLike",
        "type IgnoredEvent",
        "type SseClientAuth",
        "type SseClientConnection",
        "type SseClientErrorCode",
        "type SseClientOptions",
      ]
    `);
  });

  test("of mcp-sse", () => {
    expect(namesOf(entries.get("mcp-sse"))).toMatchInlineSnapshot(`
      [
        "ConnectionClosedError",
        "ErrorCode",
        "EventScannerStream",
        "EventStreamError",
        "EventWriterStream",
        "MessageDecodeError",
        "RpcError",
        "SSEClientTransport",
        "SSEServerTransport",
        "SseClientError",
        "SseError",
        "SseServerError",
        "TransportError",
        "UnauthorizedError",
        "connectMcp",
        "connectSse",
        "createConnectionPair",
        "createEventScanner",
        "createMcpSseHandler",
        "createMessageQueue",
        "createSseHandler",
        "decodeMessage",
        "encodeComment",
        "encodeEvent",
        "encodeMessage",
        "isEventStream",
        "isNotification",
        "isRequest",
        "isResponse",
        "listenForAbort",
        "memoryBus",
        "scanEvents",
        "toMessage",
        "toTransport",
        "type AbortOptions",
        "type Authorization",
        "type CloseCode",
        "type CloseReason",
        "type ConnectMcpOptions",
        "type Connectable",
        "type Connection",
        "type CorsOptions",
        "type Delivery",
        "type DnsRebindingOptions",
        "type Envelope",
        "type ErrorObject",
        "type EventScanner",
        "type EventScannerOptions",
        "type EventSourceFetch",
        "type EventSourceResponse",
        "type EventStreamErrorCode",
        "type EventStreamSource",
        "type FetchLike",
        "type IgnoredEvent",
        "type Inbox",
        "type JsonRpcErrorResponse",
        "type JsonRpcId",
        "type JsonRpcMessage",
        "type JsonRpcNotification",
        "type JsonRpcParams",
        "type JsonRpcRequest",
        "type JsonRpcResponse",
        "type JsonRpcResultResponse",
        "type McpClient",
        "type McpConnection",
        "type MessageBus",
        "type MessageDecodeErrorCode",
        "type MessageQueue",
        "type ReceivedMessage",
        "type SSEClientTransportOptions",
        "type SSEServerTransportOptions",
        "type ScanOptions",
        "type SdkAuthInfo",
        "type SdkAuthProvider",
        "type SdkMessageCallback",
        "type SdkMessageExtra",
        "type SdkOAuthClientProvider",
        "type SdkRequestInfo",
        "type SdkSendOptions",
        "type SdkTokens",
        "type SdkTransport",
        "type SdkUnauthorizedContext",
        "type ServerSentEvent",
        "type SessionLimits",
        "type SseClientAuth",
        "type SseClientConnection",
        "type SseClientErrorCode",
        "type SseClientOptions",
        "type SseHandler",
        "type SseHandlerOptions",
        "type SseObserver",
        "type SseRequest",
        "type SseServerErrorCode",
        "type SseSession",
        "type TransportErrorCode",
      ]
    `);
  });

  test("of mcp-sse/client", () => {
    expect(namesOf(entries.get("mcp-sse/client"))).toMatchInlineSnapshot(`
      [
        "ConnectionClosedError",
        "ErrorCode",
        "EventScannerStream",
        "EventStreamError",
        "EventWriterStream",
        "MessageDecodeError",
        "RpcError",
        "SSEClientTransport",
        "SseClientError",
        "SseError",
        "TransportError",
        "UnauthorizedError",
        "connectMcp",
        "connectSse",
        "createConnectionPair",
        "createEventScanner",
        "createMessageQueue",
        "decodeMessage",
        "encodeComment",
        "encodeEvent",
        "encodeMessage",
        "isEventStream",
        "isNotification",
        "isRequest",
        "isResponse",
        "listenForAbort",
        "scanEvents",
        "toMessage",
        "toTransport",
        "type AbortOptions",
        "type CloseCode",
        "type CloseReason",
        "type ConnectMcpOptions",
        "type Connectable",
        "type Connection",
        "type ErrorObject",
        "type EventScanner",
        "type EventScannerOptions",
        "type EventSourceFetch",
        "type EventSourceResponse",
        "type EventStreamErrorCode",
        "type EventStreamSource",
        "type FetchLike",
        "type IgnoredEvent",
        "type JsonRpcErrorResponse",
        "type JsonRpcId",
        "type JsonRpcMessage",
        "type JsonRpcNotification",
        "type JsonRpcParams",
        "type JsonRpcRequest",
        "type JsonRpcResponse",
        "type JsonRpcResultResponse",
        "type McpClient",
        "type McpConnection",
        "type MessageDecodeErrorCode",
        "type MessageQueue",
        "type SSEClientTransportOptions",
        "type ScanOptions",
        "type SdkAuthInfo",
        "type SdkAuthProvider",
        "type SdkMessageCallback",
        "type SdkMessageExtra",
        "type SdkOAuthClientProvider",
        "type SdkRequestInfo",
        "type SdkSendOptions",
        "type SdkTokens",
        "type SdkTransport",
        "type SdkUnauthorizedContext",
        "type ServerSentEvent",
        "type SseClientAuth",
        "type SseClientConnection",
        "type SseClientErrorCode",
        "type SseClientOptions",
        "type TransportErrorCode",
      ]
    `);
  });

  test("of mcp-sse/server", () => {
    expect(namesOf(entries.get("mcp-sse/server"))).toMatchInlineSnapshot(`
      [
        "ConnectionClosedError",
        "ErrorCode",
        "EventScannerStream",
        "EventStreamError",
        "EventWriterStream",
        "MessageDecodeError",
        "RpcError",
        "SSEServerTransport",
        "SseServerError",
        "TransportError",
        "createConnectionPair",
        "createEventScanner",
        "createMcpSseHandler",
        "createMessageQueue",
        "createSseHandler",
        "decodeMessage",
        "encodeComment",
        "encodeEvent",
        "encodeMessage",
        "isEventStream",
        "isNotification",
        "isRequest",
        "isResponse",
        "listenForAbort",
        "memoryBus",
        "scanEvents",
        "toMessage",
        "toTransport",
        "type AbortOptions",
        "type Authorization",
        "type CloseCode",
        "type CloseReason",
        "type Connectable",
        "type Connection",
        "type CorsOptions",
        "type Delivery",
        "type DnsRebindingOptions",
        "type Envelope",
        "type ErrorObject",
        "type EventScanner",
        "type EventScannerOptions",
        "type EventStreamErrorCode",
        "type EventStreamSource",
        "type Inbox",
        "type JsonRpcErrorResponse",
        "type JsonRpcId",
        "type JsonRpcMessage",
        "type JsonRpcNotification",
        "type JsonRpcParams",
        "type JsonRpcRequest",
        "type JsonRpcResponse",
        "type JsonRpcResultResponse",
        "type MessageBus",
        "type MessageDecodeErrorCode",
        "type MessageQueue",
        "type ReceivedMessage",
        "type SSEServerTransportOptions",
        "type ScanOptions",
        "type SdkAuthInfo",
        "type SdkMessageCallback",
        "type SdkMessageExtra",
        "type SdkRequestInfo",
        "type SdkSendOptions",
        "type SdkTransport",
        "type ServerSentEvent",
        "type SessionLimits",
        "type SseHandler",
        "type SseHandlerOptions",
        "type SseObserver",
        "type SseRequest",
        "type SseServerErrorCode",
        "type SseSession",
        "type TransportErrorCode",
      ]
    `);
  });

  test("of mcp-sse/node", () => {
    expect(namesOf(entries.get("mcp-sse/node"))).toMatchInlineSnapshot(`
      [
        "clusterBus",
        "openNodeSession",
        "serveSse",
        "toNodeListener",
        "type ClusterBus",
        "type ClusterBusOptions",
        "type IpcPort",
        "type NodeHeaders",
        "type NodeRequest",
        "type NodeResponse",
        "type NodeSession",
        "type NodeSessionOptions",
        "type NodeSocket",
        "type PostResult",
        "type ServeSseOptions",
        "type SseServer",
      ]
    `);
  });
});

/** The names that an entry file re-exports, types marked as such. */
function namesOf(file: string | undefined): string[] {
  if (file === undefined) throw new Error("no such entry");
  const names: string[] = [];
  const code = withoutComments(readFileSync(file, "utf8"));
  for (const [, type = "", list = ""] of code.matchAll(/export (type )?\{([^{}]*)\}/g)) {
    for (const item of list.split(",")) {
      const name = item.trim().replace(/^\S+ as /, "");
      if (name !== "") names.push(type + name);
    }
  }
  return names.sort();
}
