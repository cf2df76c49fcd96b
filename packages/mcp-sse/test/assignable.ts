// What users of the SDK write, as the compiler sees it. Compiled twice: with exactOptionalPropertyTypes by the
// package's own project, without it by test/loose/tsconfig.json. Nothing here runs.

import type { Connection } from "@mcp-sse/jsonrpc";
import type { Transport as ClientTransportV2, Client as ClientV2 } from "@modelcontextprotocol/client";
import type { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import type { McpServer as McpServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Transport as TransportV1 } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, MessageExtraInfo } from "@modelcontextprotocol/sdk/types.js";
import type { McpServer as McpServerV2, Transport as ServerTransportV2 } from "@modelcontextprotocol/server";
import { type Connectable, type SdkTransport, toTransport } from "mcp-sse";

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
