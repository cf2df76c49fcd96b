// Of a bundle for browsers each byte counts.

export { createByteScanner } from "@mcp-sse/sse-codec/bytes";
