// Drop-ins for the official SDK, and the traps that were measured there.

export const sdk = {
  "sdk.client.session-id": {
    source: "mcp-sse",
    quote: "A client transport leaves sessionId undefined, so that connect sends initialize.",
    level: "must",
    side: "client",
  },
  "sdk.client.start-fails": {
    source: "mcp-sse",
    quote: "A start that fails fires onclose once.",
    level: "must",
    side: "client",
  },
  "sdk.callbacks.assignable": {
    source: "mcp-sse",
    quote: "start and the callbacks of a transport are assignable.",
    level: "must",
  },
  "sdk.no-process-fields": {
    source: "mcp-sse",
    quote: "A transport has no hasPerRequestStream, stderr or pid.",
    level: "must",
  },
  "sdk.extra": {
    source: "mcp-sse",
    quote: "The extra of a message carries requestInfo, request and authInfo.",
    level: "must",
    side: "server",
  },
  "sdk.server-per-session": {
    source: "mcp-sse",
    quote: "Each session has a server object of its own.",
    level: "must",
    side: "server",
    row: "H9",
  },
  "sdk.protocol-version": {
    source: "mcp-sse",
    quote: "mcp-protocol-version is sent on every POST after setProtocolVersion.",
    level: "must",
    side: "client",
  },
  "sdk.id.unchanged": {
    source: "mcp-sse",
    quote: "Response ids are handed on unchanged.",
    level: "must",
  },
  "sdk.progress": {
    source: "mcp-sse",
    quote: "100 of 100 progress notifications sent in one tick with their result arrive.",
    level: "must",
    side: "client",
  },
  "sdk.params.array": {
    source: "mcp-sse",
    quote: "A request whose params is an array is answered -32602 by the adapter.",
    level: "must",
  },
  "sdk.early-message": {
    source: "mcp-sse",
    quote: "A message that is there before onmessage is set is not lost.",
    level: "must",
  },
  "sdk.close.reentrant": {
    source: "mcp-sse",
    quote: "close inside onclose does not recurse, and onclose fires once.",
    level: "must",
  },
  "sdk.server.drop-in": {
    source: "mcp-sse",
    quote: "SSEServerTransport replaces the SDK's by changing its import.",
    level: "must",
    side: "server",
    row: "C1",
  },
  "sdk.server.after-end": {
    source: "mcp-sse",
    quote: "A POST to a drop-in transport after the end is 404 and resolves.",
    level: "must",
    side: "server",
  },
  "sdk.client.drop-in": {
    source: "mcp-sse",
    quote: "SSEClientTransport replaces the SDK's by changing its import.",
    level: "must",
    side: "client",
  },
  "sdk.connect-mcp": {
    source: "mcp-sse",
    quote: "connectMcp falls back to HTTP+SSE on 400, 404 and 405 only.",
    level: "must",
    side: "client",
  },
} as const;
