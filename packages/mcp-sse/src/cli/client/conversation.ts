// One conversation with a server, as short as it can be: initialize, some requests, the end.

import { setTimeout as delay } from "node:timers/promises";
import type { JsonRpcId, JsonRpcMessage, JsonRpcResponse } from "@mcp-sse/jsonrpc";
import { ErrorCode, isRequest, isResponse } from "@mcp-sse/jsonrpc";
import { connectSse, type SseClientConnection } from "@mcp-sse/sse-client";
import { CliError } from "../cli-error.ts";
import { version } from "../version.ts";
import { explained } from "./explain.ts";
import type { ClientSettings } from "./settings.ts";
import { startTimer } from "./timer.ts";

/** How long a POST that nobody answers keeps a conversation that is over, in ms. */
const CLOSE_MS = 1_000;

/** What a server says while it works. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** An initialized session. */
export interface Conversation {
  readonly connection: SseClientConnection;
  /** From its answer to `initialize`. */
  readonly server: { readonly name: string; readonly version: string };
  readonly protocolVersion: string;
  /** From sending the GET to the endpoint event, in ms. */
  readonly endpointMs: number;
  /** @throws CliError for an error, or for no answer within `timeoutMs` of the last sign of life. */
  request(
    method: string,
    params?: Readonly<Record<string, unknown>>,
    onProgress?: (progress: Progress) => void,
  ): Promise<unknown>;
  close(): Promise<void>;
}

interface Pending {
  resolve(response: JsonRpcResponse): void;
  reject(error: unknown): void;
  /** It is being worked on. */
  progress(progress: Progress): void;
}

/** Connects and initializes. @throws CliError that says what went wrong. */
export async function converse({ url, options, timeoutMs }: ClientSettings): Promise<Conversation> {
  const started = performance.now();
  const connection = await connectSse(url, options).catch((error: unknown) => {
    throw explained(error);
  });
  const endpointMs = performance.now() - started;
  const pending = new Map<JsonRpcId, Pending>();
  let lastId = 0;

  async function readAll(): Promise<void> {
    for await (const message of connection) receive(message);
    const { code } = await connection.closed;
    for (const { reject } of pending.values())
      reject(new CliError(`the server ended the session before it answered (${code})`));
  }

  function receive(message: JsonRpcMessage): void {
    if (isResponse(message)) pending.get(message.id ?? "")?.resolve(message);
    else if (isRequest(message)) {
      const { id, method } = message;
      const answer: JsonRpcMessage =
        method === "ping"
          ? { jsonrpc: "2.0", id, result: {} }
          : {
              jsonrpc: "2.0",
              id,
              error: { code: ErrorCode.MethodNotFound, message: "not supported by mcp-sse call" },
            };
      // Whether it arrives is the server's concern.
      connection.write(answer).catch(() => {});
    } else if (message.method === "notifications/progress") {
      const progress = progressOf(message.params);
      if (progress !== undefined) pending.get(progress.token)?.progress(progress);
    }
  }

  async function request(
    method: string,
    params?: Readonly<Record<string, unknown>>,
    onProgress?: (progress: Progress) => void,
  ): Promise<unknown> {
    lastId += 1;
    const id = lastId;
    const meta = onProgress && {
      _meta: { ...(params as { _meta?: object } | undefined)?._meta, progressToken: id },
    };
    const given = params === undefined && meta === undefined ? {} : { params: { ...params, ...meta } };
    const answered = new Promise<JsonRpcResponse>((resolve, reject) => {
      const expire = (): void =>
        reject(
          new CliError(`no answer to ${method} within ${timeoutMs} ms`, { hints: ["--timeout takes more."] }),
        );
      let timer = startTimer(expire, timeoutMs);
      const settle = (): void => {
        clearTimeout(timer);
        pending.delete(id);
      };
      pending.set(id, {
        resolve(response) {
          settle();
          resolve(response);
        },
        reject(error) {
          settle();
          reject(error);
        },
        progress(progress) {
          clearTimeout(timer);
          timer = startTimer(expire, timeoutMs);
          onProgress?.(progress);
        },
      });
    });
    answered.catch(() => {});
    // Not awaited: a server that leaves the POST open is one that does not answer, and has no longer than others.
    connection
      .write({ jsonrpc: "2.0", id, method, ...given })
      .catch((error: unknown) => pending.get(id)?.reject(explained(error)));
    const response = await answered;
    if (!("error" in response)) return response.result;
    const { code, message } = response.error;
    throw new CliError(`the server answered ${method} with an error: ${message} (${code})`);
  }

  /** Taken before anything else is said. */
  async function notify(method: string): Promise<void> {
    const late = new AbortController();
    const timer = startTimer(
      () => late.abort(new CliError(`the POST of ${method} was not answered within ${timeoutMs} ms`)),
      timeoutMs,
    );
    try {
      await connection.write({ jsonrpc: "2.0", method }, { signal: late.signal });
    } finally {
      clearTimeout(timer);
    }
  }

  /** What is under way may still leave, if that is soon. */
  async function close(cause?: unknown): Promise<void> {
    const closed = connection.close(cause);
    await Promise.race([closed, delay(CLOSE_MS, undefined, { ref: false })]);
  }

  void readAll();
  try {
    const clientInfo = { name: "mcp-sse", version: version() };
    const initialized = (await request("initialize", {
      protocolVersion: "2024-11-05",
      capabilities: {},
      clientInfo,
    })) as {
      readonly protocolVersion?: unknown;
      readonly serverInfo?: { name?: unknown; version?: unknown } | null;
    } | null;
    await notify("notifications/initialized");
    const serverInfo = initialized?.serverInfo;
    return {
      connection,
      server: { name: textOf(serverInfo?.name), version: textOf(serverInfo?.version) },
      protocolVersion: textOf(initialized?.protocolVersion),
      endpointMs,
      request,
      close,
    };
  } catch (error) {
    await close(error);
    throw explained(error);
  }
}

/** What a notification says, as far as it is what MCP says it must be. */
function progressOf(params: unknown): (Progress & { readonly token: JsonRpcId }) | undefined {
  const { progressToken, progress, total, message } = (params ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof progressToken !== "number" || typeof progress !== "number") return undefined;
  return {
    token: progressToken,
    progress,
    ...(typeof total === "number" && { total }),
    ...(typeof message === "string" && { message }),
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "?";
}
