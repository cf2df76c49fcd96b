// What the load client and every server under test say to each other. Each side writes its own bytes; only the words
// are shared.

import type { JsonRpcMessage } from "@mcp-sse/jsonrpc";

/** Where the GET goes. */
export const SSE_PATH = "/sse";

/** A message of which JSON makes `bytes` bytes, or a few more. */
export function notificationOf(bytes: number): JsonRpcMessage {
  const empty = {
    jsonrpc: "2.0",
    method: "notifications/message",
    params: { level: "info", data: "" },
  } as const;
  const data = "x".repeat(Math.max(0, bytes - JSON.stringify(empty).length));
  return { ...empty, params: { level: "info", data } };
}

/** A call whose body is `bytes` long, or a little longer. */
export function callOf(bytes: number): string {
  const empty = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", text: "" } };
  const text = "x".repeat(Math.max(0, bytes - JSON.stringify(empty).length));
  return JSON.stringify({ ...empty, params: { name: "echo", text } });
}

/** The answer to a call: as long as the call, so that a server that echoes its body writes as much. */
export function answerTo(message: JsonRpcMessage): JsonRpcMessage {
  const call = message as unknown as { id: number; params: { text: string } };
  return { jsonrpc: "2.0", id: call.id, result: { content: [{ type: "text", text: call.params.text }] } };
}
