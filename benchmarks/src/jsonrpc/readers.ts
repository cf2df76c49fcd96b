// Readers of one JSON-RPC message, as their users call them: text in, a message or a throw.

import { decodeMessage } from "@mcp-sse/jsonrpc";
import { JSONRPCMessageSchema as v2 } from "@modelcontextprotocol/core";
import { JSONRPCMessageSchema as v1 } from "@modelcontextprotocol/sdk/types.js";
import { isJSONRPCRequest, isJSONRPCResponse } from "json-rpc-2.0";
import lite from "jsonrpc-lite";

export interface Reader {
  readonly name: string;
  read(text: string): unknown;
}

export const readers: readonly [Reader, ...Reader[]] = [
  { name: "@mcp-sse/jsonrpc", read: decodeMessage },
  { name: "SDK v1", read: (text) => v1.parse(JSON.parse(text)) },
  { name: "SDK v2", read: (text) => v2.parse(JSON.parse(text)) },
  {
    name: "jsonrpc-lite",
    read(text) {
      const parsed = lite.parse(text);
      // A batch: whoever reads one message has none here.
      if (Array.isArray(parsed) || parsed.type === "invalid") throw new TypeError("invalid");
      return parsed.payload;
    },
  },
  {
    name: "json-rpc-2.0",
    read(text) {
      const value: unknown = JSON.parse(text);
      if (!isJSONRPCRequest(value) && !isJSONRPCResponse(value)) throw new TypeError("invalid");
      return value;
    },
  },
];

/** Checks nothing: what none of the others can undercut. */
export const bare: Reader = { name: "bare JSON.parse", read: (text) => JSON.parse(text) };
