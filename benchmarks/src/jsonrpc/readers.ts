// Readers of one JSON-RPC message, as their users call them: text in, a message or a throw. Each is loaded by itself, for a
// process in which nothing else is.

/** Reads one message. */
export type Read = (text: string) => unknown;

export interface Reader {
  readonly name: string;
  load(): Promise<Read>;
}

export const readers: readonly [Reader, ...Reader[]] = [
  { name: "@mcp-sse/jsonrpc", load: async () => (await import("@mcp-sse/jsonrpc")).decodeMessage },
  {
    name: "SDK v1",
    async load() {
      const { JSONRPCMessageSchema } = await import("@modelcontextprotocol/sdk/types.js");
      return (text) => JSONRPCMessageSchema.parse(JSON.parse(text));
    },
  },
  {
    name: "SDK v2",
    async load() {
      const { JSONRPCMessageSchema } = await import("@modelcontextprotocol/core");
      return (text) => JSONRPCMessageSchema.parse(JSON.parse(text));
    },
  },
  {
    name: "jsonrpc-lite",
    async load() {
      const { default: lite } = await import("jsonrpc-lite");
      return (text) => {
        const parsed = lite.parse(text);
        // A batch: whoever reads one message has none here.
        if (Array.isArray(parsed) || parsed.type === "invalid") throw new TypeError("invalid");
        return parsed.payload;
      };
    },
  },
  {
    name: "json-rpc-2.0",
    async load() {
      const { isJSONRPCRequest, isJSONRPCResponse } = await import("json-rpc-2.0");
      return (text) => {
        const value: unknown = JSON.parse(text);
        if (!isJSONRPCRequest(value) && !isJSONRPCResponse(value)) throw new TypeError("invalid");
        return value;
      };
    },
  },
];

/** Checks nothing: what none of the others can undercut. */
export const bare: Reader = { name: "bare JSON.parse", load: async () => (text) => JSON.parse(text) };
