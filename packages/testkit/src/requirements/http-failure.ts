// The statuses of what fails on the server, and what every answer has in common.

export const httpFailure = {
  "http.status.500.accept": {
    source: "mcp-sse",
    quote: "A failing accept is answered 500, leaves no session and is reported.",
    level: "must",
    side: "server",
    row: "H9",
  },
  "http.status.500.accept-timeout": {
    source: "mcp-sse",
    quote: "An accept that takes longer than acceptTimeoutMs is answered 500.",
    level: "must",
    side: "server",
  },
  "http.status.500.authorize": {
    source: "mcp-sse",
    quote: "A failing authorize is answered 500.",
    level: "must",
    side: "server",
  },
  "http.status.500.endpoint": {
    source: "mcp-sse",
    quote: "A failing endpoint function is answered 500.",
    level: "must",
    side: "server",
  },
  "http.status.500.body-consumed": {
    source: "mcp-sse",
    quote: "A body that somebody consumed and did not keep is answered 500, named to the observer.",
    level: "must",
    side: "server",
  },
  "http.status.503.full": {
    source: "mcp-sse",
    quote: "A GET past maxSessions or maxSessionsPerPrincipal is answered 503 with Retry-After.",
    level: "must",
    side: "server",
  },
  "http.status.503.draining": {
    source: "mcp-sse",
    quote: "A GET while draining is answered 503 with Retry-After.",
    level: "must",
    side: "server",
  },
  "http.status.503.closed": {
    source: "mcp-sse",
    quote: "Any request after close has settled is answered 503 with Retry-After.",
    level: "must",
    side: "server",
  },
  "http.status.503.queue": {
    source: "mcp-sse",
    quote: "A POST that finds no room in the queue by queueTimeoutMs is answered 503 with Retry-After.",
    level: "must",
    side: "server",
    row: "C4",
  },
  "http.status.503.bus": {
    source: "mcp-sse",
    quote: "overloaded, owner-gone and bus-down of the bus are answered 503 with Retry-After.",
    level: "must",
    side: "server",
  },
  "http.status.504": {
    source: "mcp-sse",
    quote: "A timeout of the bus is answered 504: the message's fate is unknown.",
    level: "must",
    side: "server",
  },
  "http.status.bus": {
    source: "mcp-sse",
    quote: "What the bus says is answered as the status that a local session would have given.",
    level: "must",
    side: "server",
  },
  "http.status.never-400-for-a-throw": {
    source: "mcp-sse",
    quote: "A handler that throws is never answered 400.",
    level: "must",
    side: "server",
  },
  "http.order": {
    source: "mcp-sse",
    quote: "Checks run in one order, and the first that refuses decides the answer.",
    level: "must",
    side: "server",
  },
  "http.body.constant": {
    source: "mcp-sse",
    quote: "The other bodies are constant text/plain with nosniff.",
    level: "must",
    side: "server",
  },
  "http.body.no-echo": {
    source: "mcp-sse",
    quote: "No answer contains bytes of its request.",
    level: "must",
    side: "server",
    row: "C3",
  },
  "http.refused-get.no-session": {
    source: "mcp-sse",
    quote: "A refused GET creates no session.",
    level: "must",
    side: "server",
  },
} as const;
