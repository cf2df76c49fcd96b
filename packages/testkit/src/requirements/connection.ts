// The Connection contract: what memory pair, server session and client connection have in common.

export const connection = {
  "connection.order": {
    source: "mcp-sse",
    quote: "Messages are read in the order in which the peer wrote them, one per call.",
    level: "must",
  },
  "connection.read.fifo": {
    source: "mcp-sse",
    quote: "Concurrent reads are served in the order of their calls.",
    level: "must",
  },
  "connection.read.abort": {
    source: "mcp-sse",
    quote: "An aborted read takes no message.",
    level: "must",
  },
  "connection.read.drain": {
    source: "mcp-sse",
    quote: "What arrived before the end is still read, then undefined for ever.",
    level: "must",
  },
  "connection.read.never-rejects": {
    source: "mcp-sse",
    quote: "A read never rejects because the connection ended.",
    level: "must",
  },
  "connection.iterate": {
    source: "mcp-sse",
    quote: "The iterator is read in a loop; leaving it early leaves the connection open.",
    level: "must",
  },
  "connection.write.after-end": {
    source: "mcp-sse",
    quote: "After the end a write rejects with ConnectionClosedError, which carries the reason.",
    level: "must",
  },
  "connection.write.waiting": {
    source: "mcp-sse",
    quote: "Every write that waits when the end comes rejects with ConnectionClosedError.",
    level: "must",
  },
  "connection.abort.reason": {
    source: "mcp-sse",
    quote: "An abort rejects with the signal's reason itself, unwrapped.",
    level: "must",
  },
  "connection.abort.listeners": {
    source: "mcp-sse",
    quote: "A settled read or write leaves no listener on the signal that it was given.",
    level: "must",
  },
  "connection.close.same-promise": {
    source: "mcp-sse",
    quote: "close returns the same promise at every call, and is safe inside the callbacks of its own end.",
    level: "must",
  },
  "connection.close.cause": {
    source: "mcp-sse",
    quote: "The argument of close becomes the cause of the reason, whose code is local.",
    level: "must",
  },
  "connection.close.flush": {
    source: "mcp-sse",
    quote: "What was written before close still leaves, within 5 s.",
    level: "must",
  },
  "connection.closed.once": {
    source: "mcp-sse",
    quote: "closed settles once, with who ended the connection and why, and never rejects.",
    level: "must",
  },
  "connection.closed.both-sides": {
    source: "mcp-sse",
    quote: "When a connection ends, each side gets exactly one end, with a reason.",
    level: "must",
  },
  "connection.payload": {
    source: "mcp-sse",
    quote: "Messages arrive unchanged: ids of every kind, empty strings, any Unicode, null results.",
    level: "must",
  },
} as const;
