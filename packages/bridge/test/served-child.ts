// A child behind a real HTTP server, and clients of it.

import {
  isResponse,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcResponse,
} from "@mcp-sse/jsonrpc";
import { connectSse, type SseClientConnection } from "@mcp-sse/sse-client";
import type { SseSession } from "@mcp-sse/sse-server";
import { toNodeListener } from "@mcp-sse/sse-server/node";
import { until } from "@mcp-sse/testkit";
import { serveListener } from "@mcp-sse/testkit/node";
import { onTestFinished } from "vitest";
import type { BridgeError } from "../src/errors.ts";
import type { IgnoredLine } from "../src/line-connection.ts";
import type { StdioCommand, StdioHandlerOptions } from "../src/options.ts";
import { createStdioHandler, type StdioHandler } from "../src/stdio-handler.ts";

const CHILD = new URL("misbehaving-child.mjs", import.meta.url).pathname;

/** The command of our own child; `starts` is what it does before it reads. */
export function misbehaving(...starts: string[]): StdioCommand {
  return { command: process.execPath, args: [CHILD, ...starts] };
}

/** What an observer of children was told. */
export interface Seen {
  readonly pids: number[];
  readonly stderr: string[];
  readonly ignored: IgnoredLine[];
  readonly lost: unknown[];
  readonly ended: (BridgeError | undefined)[];
  readonly closed: { readonly session: SseSession; readonly code: string; readonly cause: unknown }[];
}

/** A client that tells answers from what else comes. */
export interface TestClient {
  readonly connection: SseClientConnection;
  /** What came and was no response. */
  readonly others: JsonRpcMessage[];
  /** What came and was a response to nothing. */
  readonly strays: JsonRpcResponse[];
  request(method: string, params?: Record<string, unknown>, id?: string | number): Promise<JsonRpcResponse>;
  notify(method: string, params?: JsonRpcNotification["params"]): Promise<void>;
}

/** Serves a command until the test is over. */
export async function serveChild(
  command: StdioCommand,
  options: StdioHandlerOptions = {},
): Promise<{
  readonly handler: StdioHandler;
  readonly url: URL;
  readonly seen: Seen;
  open(): Promise<TestClient>;
}> {
  const seen: Seen = { pids: [], stderr: [], ignored: [], lost: [], ended: [], closed: [] };
  const handler = createStdioHandler(command, {
    observer: {
      closed: ({ session, reason }) => seen.closed.push({ session, code: reason.code, cause: reason.cause }),
    },
    ...options,
    childObserver: {
      started: ({ child }) => child.pid !== undefined && seen.pids.push(child.pid),
      stderr: ({ line }) => seen.stderr.push(line),
      ignored: ({ line }) => seen.ignored.push(line),
      lost: ({ error }) => seen.lost.push(error),
      ended: ({ reason }) => seen.ended.push(reason),
    },
  });
  const server = await serveListener(toNodeListener(handler));
  const url = new URL("/sse", server.url);
  const clients: TestClient[] = [];
  onTestFinished(async () => {
    await Promise.all(clients.map(({ connection }) => connection.close()));
    await handler.close({ graceMs: 1 });
    await server.close();
  });
  return {
    handler,
    url,
    seen,
    async open() {
      const client = testClient(await connectSse(url));
      clients.push(client);
      return client;
    },
  };
}

/** Wraps a connection. */
function testClient(connection: SseClientConnection): TestClient {
  const waiting = new Map<unknown, (message: JsonRpcResponse) => void>();
  const others: JsonRpcMessage[] = [];
  const strays: JsonRpcResponse[] = [];
  let count = 0;
  const reading = (async () => {
    for await (const message of connection) {
      if (!isResponse(message)) others.push(message);
      else if (!waiting.has(message.id)) strays.push(message);
      else {
        waiting.get(message.id)?.(message);
        waiting.delete(message.id);
      }
    }
  })();
  return {
    connection,
    others,
    strays,
    async request(method, params, id = ++count) {
      const answered = new Promise<JsonRpcResponse>((resolve) => waiting.set(id, resolve));
      await connection.write({ jsonrpc: "2.0", id, method, ...(params !== undefined && { params }) });
      const ended = reading.then(() => {
        throw new Error(`the connection ended without an answer to ${method}`);
      });
      return Promise.race([answered, ended]);
    },
    notify: (method, params) =>
      connection.write({ jsonrpc: "2.0", method, ...(params !== undefined && { params }) }),
  };
}

/** Whether a process is there; a zombie is not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Settles when none of the processes is there. */
export async function gone(pids: readonly number[], deadlineMs = 20_000): Promise<void> {
  await until(() => !pids.some(isRunning), `the end of ${pids.join(", ")}`, deadlineMs);
}
