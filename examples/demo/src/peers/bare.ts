// No SDK at all: our connectSse, and the little of JSON-RPC that a client needs on top.

import type { JsonRpcMessage, JsonRpcRequest, JsonRpcResponse } from "@mcp-sse/jsonrpc";
import { isRequest, isResponse } from "@mcp-sse/jsonrpc";
import type { SseClientConnection } from "@mcp-sse/sse-client";
import { connectSse } from "@mcp-sse/sse-client";
import type { CallOptions, Peer } from "../peer.ts";
import { SAMPLE } from "../peer.ts";
import { firstText } from "../tool-result.ts";

type Params = Record<string, unknown>;

export async function connectBare(url: URL): Promise<Peer> {
  const connection = await connectSse(url);
  const rpc = createRpc(connection);
  let ends = 0;
  void connection.closed.then(() => ends++);

  const initialized = await rpc.request("initialize", {
    protocolVersion: "2024-11-05",
    capabilities: { sampling: {} },
    clientInfo: { name: "bare", version: "1.0.0" },
  });
  await connection.write({ jsonrpc: "2.0", method: "notifications/initialized" });

  return {
    serverName: (initialized as { serverInfo: { name: string } }).serverInfo.name,
    listTools: async () => {
      const { tools } = (await rpc.request("tools/list", {})) as { tools: { name: string }[] };
      return tools.map(({ name }) => name);
    },
    callTool: async (name, args, options) =>
      firstText(await rpc.request("tools/call", { name, arguments: args }, options)),
    close: async () => {
      await connection.close();
      await rpc.done;
    },
    get ends() {
      return ends;
    },
  };
}

interface Call {
  resolve(result: unknown): void;
  reject(error: Error): void;
  readonly onProgress: ((progress: number) => void) | undefined;
}

function createRpc(connection: SseClientConnection): {
  request(method: string, params: Params, options?: CallOptions): Promise<unknown>;
  readonly done: Promise<void>;
} {
  const calls = new Map<number, Call>();
  let nextId = 0;

  async function readAll(): Promise<void> {
    for await (const message of connection) await receive(message);
    for (const { reject } of calls.values()) reject(new Error("the connection ended"));
  }

  async function receive(message: JsonRpcMessage): Promise<void> {
    if (isResponse(message)) settle(message);
    else if (isRequest(message)) await connection.write(answer(message));
    else if (message.method === "notifications/progress") {
      const { progressToken, progress } = message.params as { progressToken: number; progress: number };
      calls.get(progressToken)?.onProgress?.(progress);
    }
  }

  function settle(message: JsonRpcResponse): void {
    const call = calls.get(message.id as number);
    calls.delete(message.id as number);
    if ("error" in message) call?.reject(new Error(message.error.message));
    else call?.resolve(message.result);
  }

  return {
    done: readAll(),
    async request(method, params, { onProgress, signal } = {}) {
      const id = nextId++;
      const { promise, resolve, reject } = deferred();
      promise.catch(() => {}); // it may be rejected before the POST is answered; whoever awaits it below is told
      calls.set(id, { resolve, reject, onProgress });
      signal?.addEventListener("abort", () => {
        calls.delete(id);
        reject(signal.reason as Error);
        const cancel = {
          jsonrpc: "2.0",
          method: "notifications/cancelled",
          params: { requestId: id },
        } as const;
        connection.write(cancel).catch(reject);
      });
      const progress = onProgress && { _meta: { progressToken: id } };
      await connection.write({ jsonrpc: "2.0", id, method, params: { ...params, ...progress } });
      return promise;
    },
  };
}

function answer({ id, method }: JsonRpcRequest): JsonRpcMessage {
  if (method === "ping") return { jsonrpc: "2.0", id, result: {} };
  if (method !== "sampling/createMessage") {
    return { jsonrpc: "2.0", id, error: { code: -32601, message: "method not found" } };
  }
  const result = { model: "demo", role: "assistant", content: { type: "text", text: SAMPLE } };
  return { jsonrpc: "2.0", id, result };
}

function deferred(): {
  promise: Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
} {
  let resolve: (value: unknown) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<unknown>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
