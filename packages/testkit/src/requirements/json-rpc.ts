// JSON-RPC 2.0 in MCP's profile, and the Connection that carries its messages.

export const jsonRpc = {
  "jsonrpc.decode.one-value": {
    source: "mcp-sse",
    quote: "A text holds exactly one JSON value: trailing data is a parse error.",
    level: "must",
    row: "J1",
  },
  "jsonrpc.decode.no-batch": {
    source: "mcp-sse",
    quote: "A batch is refused with -32600.",
    level: "must",
    row: "J1",
  },
  "jsonrpc.decode.no-bom": {
    source: "mcp-sse",
    quote: "A byte order mark before the JSON value is a parse error.",
    level: "must",
    row: "J1",
  },
  "jsonrpc.version": {
    source: "JSON-RPC#request_object",
    quote: 'A String specifying the version of the JSON-RPC protocol. MUST be exactly "2.0".',
    level: "must",
    row: "J2",
  },
  "jsonrpc.keys.exact": {
    source: "JSON-RPC#conventions",
    quote:
      "All member names exchanged between the Client and the Server that are considered for matching of any kind should be considered to be case-sensitive.",
    level: "should",
    row: "J3",
  },
  "jsonrpc.keys.unknown": {
    source: "mcp-sse",
    quote: "Unknown members of a message are dropped.",
    level: "must",
    row: "J3",
  },
  "jsonrpc.keys.duplicate": {
    source: "mcp-sse",
    quote: "Of duplicate keys the last wins, and what is forwarded is re-encoded from that reading.",
    level: "must",
    row: "J3",
  },
  "jsonrpc.id.integer": {
    source: "JSON-RPC#request_object",
    quote: "Numbers SHOULD NOT contain fractional parts",
    level: "should",
    row: "J4",
  },
  "jsonrpc.id.safe": {
    source: "mcp-sse",
    quote: "A number that a double does not hold exactly is refused as an id, never rounded.",
    level: "must",
    row: "J4",
  },
  "jsonrpc.id.string": {
    source: "mcp-sse",
    quote: 'A string id is kept to the byte, and 1 and "1" are different ids.',
    level: "must",
    row: "J4",
  },
  "jsonrpc.id.falsy": {
    source: "mcp-sse",
    quote: "0 and the empty string are ids: a message that has one is a request.",
    level: "must",
    row: "J4",
  },
  "jsonrpc.id.null": {
    source: "MCP-messages#requests",
    quote: "Unlike base JSON-RPC, the ID MUST NOT be null.",
    level: "must",
    row: "J5",
  },
  "jsonrpc.id.null-in-error": {
    source: "JSON-RPC#response_object",
    quote:
      "If there was an error in detecting the id in the Request object (e.g. Parse error/Invalid Request), it MUST be Null.",
    level: "must",
    row: "J5",
  },
  "jsonrpc.response.exactly-one": {
    source: "JSON-RPC#response_object",
    quote:
      "Either the result member or error member MUST be included, but both members MUST NOT be included.",
    level: "must",
    row: "J6",
  },
  "jsonrpc.error.not-on-stream": {
    source: "mcp-sse",
    quote: "The error about something unreadable is only ever an HTTP answer, never on the stream.",
    level: "must",
    side: "server",
    row: "J7",
  },
  "jsonrpc.error.codes": {
    source: "JSON-RPC#error_object",
    quote: "The error codes from and including -32768 to -32000 are reserved for pre-defined errors.",
    level: "must",
    row: "J8",
  },
  "jsonrpc.encode.one-line": {
    source: "mcp-sse",
    quote: "An encoded message holds no line break.",
    level: "must",
    row: "J9",
  },
  "jsonrpc.encode.separators": {
    source: "mcp-sse",
    quote: "U+2028 and U+2029 are escaped in an encoded message: some readers cut lines there.",
    level: "must",
    row: "W6",
  },
  "jsonrpc.params.structured": {
    source: "JSON-RPC#parameter_structures",
    quote: "If present, parameters for the rpc call MUST be provided as a Structured value.",
    level: "must",
    row: "J10",
  },
  "jsonrpc.error.object": {
    source: "JSON-RPC#error_object",
    quote: "A Number that indicates the error type that occurred. This MUST be an integer.",
    level: "must",
    row: "J10",
  },
  "jsonrpc.utf8": {
    source: "mcp-sse",
    quote: "Bytes that are not UTF-8 are a parse error (-32700).",
    level: "must",
    row: "J10",
  },
  "jsonrpc.numbers": {
    source: "mcp-sse",
    quote: "Numbers are read as JSON.parse reads them.",
    level: "must",
    row: "J10",
  },
} as const;
