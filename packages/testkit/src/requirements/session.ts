// A session on the server: how it opens, and where its client is told to send.

export const session = {
  "session.get.opens": {
    source: "mcp-sse",
    quote: "A GET opens a session; a POST with its session ID delivers to it.",
    level: "must",
    side: "server",
    row: "H1",
  },
  "session.get.new": {
    source: "mcp-sse",
    quote: "A GET always opens a new session, whatever ID it carries.",
    level: "must",
    side: "server",
    row: "H3",
  },
  "session.param.written": {
    source: "mcp-sse",
    quote: "The query parameter is written as sessionId, or as the option says.",
    level: "must",
    side: "server",
    row: "H2",
  },
  "session.param.read": {
    source: "mcp-sse",
    quote: "sessionId, sessionid and session_id are read.",
    level: "must",
    side: "server",
    row: "H2",
  },
  "session.accept.lenient": {
    source: "mcp-sse",
    quote: "A missing Accept, */* and text/event-stream pass.",
    level: "must",
    side: "server",
    row: "H5",
  },
  "session.content-type": {
    source: "mcp-sse",
    quote: "application/json passes with any parameters and charset utf-8 or none.",
    level: "must",
    side: "server",
    row: "H4",
  },
  "session.id.random": {
    source: "mcp-sse",
    quote: "A session ID holds at least 128 random bits.",
    level: "must",
    side: "server",
    row: "H6",
  },
  "session.endpoint.own-path": {
    source: "mcp-sse",
    quote:
      "The endpoint is the GET's own path, path-absolute, with the session ID; the GET's query is dropped.",
    level: "must",
    side: "server",
    row: "H7",
  },
  "session.endpoint.option": {
    source: "mcp-sse",
    quote: "The endpoint can be a fixed path, an absolute URL or a function of the request.",
    level: "must",
    side: "server",
    row: "H7",
  },
  "session.endpoint.forwarded-prefix": {
    source: "mcp-sse",
    quote: "A forwarded prefix counts only when it is trusted, and only as a plain path.",
    level: "must",
    side: "server",
    row: "H7",
  },
  "session.endpoint.registered": {
    source: "mcp-sse",
    quote: "A session is registered before its endpoint event is written.",
    level: "must",
    side: "server",
    row: "H8",
  },
  "session.endpoint.first": {
    source: "MCP#http-with-sse",
    quote:
      "When a client connects, the server MUST send an endpoint event containing a URI for the client to use for sending messages.",
    level: "must",
    side: "server",
    row: "H10",
  },
  "session.endpoint.with-headers": {
    source: "mcp-sse",
    quote: "The endpoint event leaves in one write with the headers; earlier writes come after it.",
    level: "must",
    side: "server",
    row: "H10",
  },
  "session.message.event": {
    source: "MCP#http-with-sse",
    quote:
      "Server messages are sent as SSE message events, with the message content encoded as JSON in the event data.",
    level: "must",
    side: "server",
  },
  "session.accept.before-bytes": {
    source: "mcp-sse",
    quote:
      "accept runs before anything is written; the answer starts when it settles, or first reads, writes or iterates.",
    level: "must",
    side: "server",
  },
  "session.accept.fails-late": {
    source: "mcp-sse",
    quote: "A failure of accept after the answer started ends the session with accept-failed.",
    level: "must",
    side: "server",
  },
} as const;
