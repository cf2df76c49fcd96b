// What HTTP, JSON-RPC and MCP ask of a server that anybody's client meets: seen on the wire, whoever wrote the server.

export const exchange = {
  "session.media-type": {
    source: "HTML#parsing-an-event-stream",
    quote: "This event stream format's MIME type is text/event-stream.",
    level: "must",
    side: "server",
  },
  "session.apart": {
    source: "mcp-sse",
    quote: "What one session is sent reaches no other session.",
    level: "must",
    side: "server",
  },
  "http.request.chunked": {
    source: "HTTP/1.1#section-7.1",
    quote: "A recipient MUST be able to parse and decode the chunked transfer coding.",
    level: "must",
    side: "server",
  },
  "http.request.pipelined": {
    source: "HTTP/1.1#section-9.3.2",
    quote: "it MUST send the corresponding responses in the same order that the requests were received",
    level: "must",
    side: "server",
  },
  "http.request.leading-line": {
    source: "HTTP/1.1#section-2.2",
    quote:
      "a server that is expecting to receive and parse a request-line SHOULD ignore at least one empty line (CRLF) received prior to the request-line",
    level: "should",
    side: "server",
  },
  "http.request.expect": {
    source: "HTTP#section-10.1.1",
    quote:
      "an origin server MUST send either an immediate response with a final status code, or an immediate 100 (Continue) response to encourage the client to send the request content",
    level: "must",
    side: "server",
  },
  "http.status.405.allow": {
    source: "HTTP#section-15.5.6",
    quote: "The origin server MUST generate an Allow header field in a 405 response",
    level: "must",
    side: "server",
  },
  "http.head.no-content": {
    source: "HTTP#section-9.3.2",
    quote:
      "The HEAD method is identical to GET except that the server MUST NOT send content in the response.",
    level: "must",
    side: "server",
  },
  "jsonrpc.response.same-id": {
    source: "MCP-messages#responses",
    quote: "Responses MUST include the same ID as the request they correspond to.",
    level: "must",
  },
  "jsonrpc.response.each": {
    source: "JSON-RPC#response_object",
    quote:
      "When a rpc call is made, the Server MUST reply with a Response, except for in the case of Notifications.",
    level: "must",
    side: "server",
  },
  "jsonrpc.notification.unanswered": {
    source: "JSON-RPC#notification",
    quote: "The Server MUST NOT reply to a Notification, including those that are within a batch request.",
    level: "must",
    side: "server",
  },
  "jsonrpc.method.unknown": {
    source: "JSON-RPC#error_object",
    quote: "-32601 Method not found: The method does not exist / is not available.",
    level: "must",
    side: "server",
  },
  "mcp.progress.increases": {
    source: "MCP-progress#progress-flow",
    quote: "The progress value MUST increase with each notification, even if the total is unknown.",
    level: "must",
  },
  "mcp.cancel.no-response": {
    source: "MCP-cancellation#behavior-requirements",
    quote:
      "Receivers of cancellation notifications SHOULD: Stop processing the cancelled request; Free associated resources; Not send a response for the cancelled request",
    level: "should",
  },
  "mcp.cancel.unknown": {
    source: "MCP-cancellation#error-handling",
    quote: "Invalid cancellation notifications SHOULD be ignored",
    level: "should",
  },
} as const;
