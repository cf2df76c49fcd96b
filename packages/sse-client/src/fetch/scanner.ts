// In a bundle for browsers each byte counts: the codec's smallest scanner. On Node: node/scanner.ts.

export { createByteScanner } from "@mcp-sse/sse-codec/bytes";
