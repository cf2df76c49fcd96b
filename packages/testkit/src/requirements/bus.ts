// What a message bus promises, and a handler on one.

export const bus = {
  "bus.deliver.accepted": {
    source: "mcp-sse",
    quote: "accepted means that the owner had the session open and queued the message exactly once.",
    level: "must",
    side: "server",
  },
  "bus.deliver.settles": {
    source: "mcp-sse",
    quote: "deliver never rejects, and settles by the envelope's deadline.",
    level: "must",
    side: "server",
  },
  "bus.deliver.never-late": {
    source: "mcp-sse",
    quote: "A message is never delivered after its deadline, whatever the clocks of the nodes say.",
    level: "must",
    side: "server",
  },
  "bus.deliver.order": {
    source: "mcp-sse",
    quote: "What one poster delivers to one session arrives in order.",
    level: "must",
    side: "server",
  },
  "bus.deliver.intact": {
    source: "mcp-sse",
    quote: "An envelope arrives as it was sent, and the message in it unread.",
    level: "must",
    side: "server",
  },
  "bus.deliver.owner-gone": {
    source: "mcp-sse",
    quote: "An owner to whom nobody listens any more is owner-gone at once.",
    level: "must",
    side: "server",
  },
  "bus.deliver.too-large": {
    source: "mcp-sse",
    quote: "A body that the bus cannot carry is 413 before it is sent.",
    level: "must",
    side: "server",
  },
  "bus.deliver.bounded": {
    source: "mcp-sse",
    quote: "What waits for answers, and what is remembered of messages that came, is bounded.",
    level: "must",
    side: "server",
  },
  "bus.health": {
    source: "mcp-sse",
    quote: "A bus is up when its own inbox answers: not before start, not after stop.",
    level: "must",
    side: "server",
  },
  "bus.forged": {
    source: "mcp-sse",
    quote: "A forged ID is 404 without bus traffic.",
    level: "must",
    side: "server",
  },
  "bus.ready": {
    source: "mcp-sse",
    quote:
      "A GET while the own inbox is not confirmed is 503; a POST that the endpoint event sets off finds its session.",
    level: "must",
    side: "server",
  },
  "bus.principal": {
    source: "mcp-sse",
    quote: "The owner enforces the principal.",
    level: "must",
    side: "server",
  },
  "bus.dedupe": {
    source: "mcp-sse",
    quote: "An envelope that comes twice is delivered once, one that was changed never.",
    level: "must",
    side: "server",
  },
  "bus.lost-broker": {
    source: "mcp-sse",
    quote: "Losing the bus ends no stream, local POSTs stay 202, and recovery takes at most 1 s.",
    level: "must",
    side: "server",
  },
  "bus.drain": {
    source: "mcp-sse",
    quote: "While nodes are restarted one after the other every POST is answered 202, 404 or 503.",
    level: "must",
    side: "server",
  },
} as const;
