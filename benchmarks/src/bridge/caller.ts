// A client that calls the one tool, and judges every answer that it gets.

import { isResponse, type JsonRpcId } from "@mcp-sse/jsonrpc";
import { connectSse } from "@mcp-sse/sse-client";

const PATIENCE_MS = 5_000;

/** What became of a client's calls. */
export interface Verdict {
  /** Calls with another's answer, or none in time. */
  wrong: number;
  /** Answers to nothing that was asked. */
  strays: number;
}

export interface Caller {
  /** Calls with a text. @returns whether the answer was right. */
  call(text: string): Promise<boolean>;
  readonly verdict: Verdict;
  close(): Promise<void>;
}

interface Waiting {
  readonly text: string;
  settle(isRight: boolean): void;
}

/** Connects and initializes. Ids count from 1, as those of every client do. */
export async function openCaller(url: URL): Promise<Caller> {
  const connection = await connectSse(url, {
    maxEventBytes: 32 * 1024 * 1024,
    maxBacklogBytes: 64 * 1024 * 1024,
  });
  const waiting = new Map<JsonRpcId, Waiting>();
  const verdict: Verdict = { wrong: 0, strays: 0 };
  let count = 0;
  let isInitialized: (value: boolean) => void = () => {};
  const initialized = new Promise<boolean>((resolve) => {
    isInitialized = resolve;
  });
  void (async () => {
    for await (const message of connection) {
      if (!isResponse(message) || message.id == null) continue;
      if (message.id === 0) isInitialized(true);
      else {
        const asked = waiting.get(message.id);
        if (asked === undefined) verdict.strays += 1;
        else asked.settle("result" in message && textOf(message.result) === asked.text);
      }
    }
    isInitialized(false);
    for (const { settle } of waiting.values()) settle(false);
  })();
  const clientInfo = { name: "benchmark", version: "1.0.0" };
  const params = { protocolVersion: "2024-11-05", capabilities: {}, clientInfo };
  await connection.write({ jsonrpc: "2.0", id: 0, method: "initialize", params });
  const timer = setTimeout(() => isInitialized(false), PATIENCE_MS);
  await initialized;
  clearTimeout(timer);
  await connection.write({ jsonrpc: "2.0", method: "notifications/initialized" });
  return {
    verdict,
    async call(text) {
      count += 1;
      const id = count;
      const answered = new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => settle(false), PATIENCE_MS + text.length / 1_000);
        const settle = (isRight: boolean): void => {
          clearTimeout(timer);
          waiting.delete(id);
          if (!isRight) verdict.wrong += 1;
          resolve(isRight);
        };
        waiting.set(id, { text, settle });
      });
      const params = { name: "echo", arguments: { text } };
      connection
        .write({ jsonrpc: "2.0", id, method: "tools/call", params })
        .catch(() => waiting.get(id)?.settle(false));
      return answered;
    },
    close: () => connection.close(),
  };
}

function textOf(result: unknown): string | undefined {
  const { content } = result as { readonly content?: readonly { readonly text?: string }[] };
  return content?.[0]?.text;
}
