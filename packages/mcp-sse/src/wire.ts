// What MCP adds to the HTTP of this transport.

/** Names the negotiated version on every POST after `initialize`. MCP 2025-06-18 transports. */
export const PROTOCOL_VERSION = "mcp-protocol-version";
