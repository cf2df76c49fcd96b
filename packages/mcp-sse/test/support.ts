import type { JsonRpcId, JsonRpcNotification, JsonRpcRequest } from "@mcp-sse/jsonrpc";

export const request = (id: JsonRpcId): JsonRpcRequest => ({ jsonrpc: "2.0", id, method: "ping" });
export const notification = (method: string): JsonRpcNotification => ({ jsonrpc: "2.0", method });

/** `Promise.withResolvers`, which Node 20 does not have. */
export function deferred<T>() {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((settle, fail) => {
    resolve = settle;
    reject = fail;
  });
  return { promise, resolve, reject };
}
