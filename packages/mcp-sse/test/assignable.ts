// What users of the SDK write, as the compiler sees it. Compiled twice: with exactOptionalPropertyTypes by the
// package's own project, without it by test/loose/tsconfig.json. Nothing here runs.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Connection } from "@mcp-sse/jsonrpc";
import type {
  Transport as ClientTransportV2,
  Client as ClientV2,
  SSEClientTransportOptions as OptionsV2,
  OAuthClientProvider as ProviderV2,
} from "@modelcontextprotocol/client";
import type { OAuthClientProvider as ProviderV1 } from "@modelcontextprotocol/sdk/client/auth.js";
import type { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import type { SSEClientTransportOptions as OptionsV1 } from "@modelcontextprotocol/sdk/client/sse.js";
import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";
import type { McpServer as McpServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { SSEServerTransportOptions as ServerOptionsV1 } from "@modelcontextprotocol/sdk/server/sse.js";
import type { Transport as TransportV1 } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, MessageExtraInfo } from "@modelcontextprotocol/sdk/types.js";
import type { McpServer as McpServerV2, Transport as ServerTransportV2 } from "@modelcontextprotocol/server";
import type { Request, Response } from "express";
import {
  type Connectable,
  connectMcp,
  createMcpSseHandler,
  type SdkTransport,
  SSEClientTransport,
  SSEServerTransport,
  toTransport,
} from "mcp-sse";
import { serveSse } from "mcp-sse/node";

export function asTransport(connection: Connection): [TransportV1, ClientTransportV2, ServerTransportV2] {
  return [toTransport(connection), toTransport(connection), toTransport(connection)];
}

export async function connectAll(
  connection: Connection,
  v1: [ClientV1, McpServerV1],
  v2: [ClientV2, McpServerV2],
): Promise<void> {
  for (const protocol of [...v1, ...v2]) await protocol.connect(toTransport(connection));
}

export function asConnectable(
  v1: [ClientV1, McpServerV1, McpServerV1["server"]],
  v2: [ClientV2, McpServerV2, McpServerV2["server"]],
): Connectable[] {
  return [...v1, ...v2];
}

/** Callbacks written against the SDK's types fit, and so does the SDK's habit of replacing `start`. */
export function assign(transport: SdkTransport, other: TransportV1): void {
  transport.onmessage = (message: JSONRPCMessage, extra?: MessageExtraInfo) => {
    other.onmessage?.(message, extra);
  };
  transport.onmessage = other.onmessage;
  transport.onclose = other.onclose;
  transport.onerror = (error: Error) => other.onerror?.(error);
  const start = transport.start.bind(transport);
  transport.start = async () => {
    transport.start = start;
  };
  transport.onclose = undefined;
}

/** The options of the SDK's transport are options of ours, and ours is what the SDK's Client takes. */
export async function connectClients(
  url: URL,
  [client1, options1, provider1]: [ClientV1, OptionsV1, ProviderV1],
  [client2, options2, provider2]: [ClientV2, OptionsV2, ProviderV2],
): Promise<void> {
  await client1.connect(new SSEClientTransport(url, options1));
  await client1.connect(
    new SSEClientTransport(url, { authProvider: provider1, fetch, idleTimeoutMs: 60_000 }),
  );
  await client2.connect(new SSEClientTransport(url, options2));
  await client2.connect(
    new SSEClientTransport(url, { authProvider: provider2, requestInit: { headers: {} } }),
  );
  const transport: TransportV1 & ClientTransportV2 = new SSEClientTransport(url);
  transport.onmessage = (message: JSONRPCMessage) => void message;
}

/** `connectMcp` gives back the client that it was given. */
export async function connectEither(
  url: URL,
  client1: ClientV1,
  client2: ClientV2,
): Promise<[ClientV1, ClientV2]> {
  const { client: connected1 } = await connectMcp(url, { createClient: () => client1 });
  const { client: connected2, transport } = await connectMcp(url, { createClient: async () => client2 });
  const either: TransportV1 & ClientTransportV2 = transport;
  await either.close();
  return [connected1, connected2];
}

/** The SDK's way to serve: a transport for each GET, found again by its ID for each POST. */
export async function serveRoutes(
  [req, res]: [Request, Response],
  [rawReq, rawRes]: [IncomingMessage & { auth?: AuthInfo }, ServerResponse],
  options: ServerOptionsV1,
  server1: McpServerV1,
  server2: McpServerV2,
): Promise<void> {
  const transports: { [sessionId: string]: SSEServerTransport } = {};
  const transport = new SSEServerTransport("/messages", res);
  transports[transport.sessionId] = transport;
  await server1.connect(transport);
  await server2.connect(new SSEServerTransport("/messages", rawRes, options));
  await transport.handlePostMessage(req, res, req.body);
  await transport.handlePostMessage(rawReq, rawRes);
  const { authInfo } = { authInfo: rawReq.auth };
  await transport.handleMessage({}, authInfo && { authInfo });
  const asSdk: TransportV1 & ServerTransportV2 = transport;
  transport.onmessage = (message: JSONRPCMessage, extra?: MessageExtraInfo) => void [message, extra, asSdk];
}

export async function serveBoth(
  create1: () => McpServerV1,
  create2: () => Promise<McpServerV2>,
): Promise<void> {
  createMcpSseHandler(create1, { maxSessions: 10 });
  createMcpSseHandler(create2);
  await (await serveSse(() => create1().server, { port: 0 })).close();
}
