// A client of the tests' own: one GET, its events, its POSTs; nothing hidden, nothing retried.

import type { JsonRpcMessage } from "@mcp-sse/jsonrpc";
import { type ServerSentEvent, scanEvents } from "@mcp-sse/sse-codec";

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** An open session as its client sees it. */
export interface OpenedSession {
  readonly response: Response;
  readonly endpoint: string;
  /** The next event, or `undefined` when the stream has ended. Rejects when it was cut. */
  next(): Promise<ServerSentEvent | undefined>;
  /** The message of the next event. */
  nextMessage(): Promise<unknown>;
  post(message: unknown, init?: RequestInit): Promise<Response>;
  /** Leaves, as a client does that closes its connection. */
  leave(): Promise<void>;
}

/** Sends a GET and reads its `endpoint` event. */
export async function open(fetch: Fetch, url: string, init?: RequestInit): Promise<OpenedSession> {
  const leaving = new AbortController();
  const response = await fetch(url, { signal: leaving.signal, ...init });
  if (response.status !== 200) throw new Error(`the GET was answered ${response.status}`);
  const events = scanEvents(response.body ?? new ReadableStream());
  const next = async (): Promise<ServerSentEvent | undefined> => {
    const result = await events.next();
    return result.done ? undefined : result.value;
  };
  const first = await next();
  if (first?.event !== "endpoint") throw new Error("the first event is not `endpoint`");
  const endpoint = new URL(first.data, url).href;
  return {
    response,
    endpoint: first.data,
    next,
    async nextMessage() {
      const event = await next();
      if (event?.event !== "message") throw new Error("the next event is no `message`");
      return JSON.parse(event.data);
    },
    post: (message, postInit) => post(fetch, endpoint, message, postInit),
    async leave() {
      leaving.abort();
      await events.return(undefined).catch(() => undefined);
    },
  };
}

/** Sends one POST with the headers of a good client. */
export function post(fetch: Fetch, url: string, message: unknown, init: RequestInit = {}): Promise<Response> {
  const body = typeof message === "string" ? message : JSON.stringify(message);
  return fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body, ...init });
}

export const ping = (id: number | string = 1): JsonRpcMessage => ({ jsonrpc: "2.0", id, method: "ping" });

export const notification = (method = "note", params?: Record<string, unknown>): JsonRpcMessage =>
  params === undefined ? { jsonrpc: "2.0", method } : { jsonrpc: "2.0", method, params };
