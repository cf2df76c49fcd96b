import type { JsonRpcId, JsonRpcNotification, JsonRpcRequest } from "@mcp-sse/jsonrpc";

export const request = (id: JsonRpcId): JsonRpcRequest => ({ jsonrpc: "2.0", id, method: "ping" });
export const notification = (method: string): JsonRpcNotification => ({ jsonrpc: "2.0", method });

/** Waits until a condition holds. @throws when it does not within 5 s. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 5_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`not within 5 s: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

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
