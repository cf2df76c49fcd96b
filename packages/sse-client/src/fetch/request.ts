// Requests through `fetch`: the runtime's own, or one that the application gave.

import type { CloseReason } from "@mcp-sse/jsonrpc";
import {
  type BodySink,
  type HttpAnswer,
  type HttpClient,
  type HttpExchange,
  type HttpRequest,
  MAX_DISCARDED_BYTES,
} from "../http.ts";
import type { FetchLike } from "../options.ts";
import { createReadAhead, type ReadAhead } from "./read-ahead.ts";

/**
 * The runtime's own way to make requests.
 *
 * @throws TypeError if an `agent` is given: only Node has those.
 */
export function createHttpClient({ agent }: { readonly agent?: unknown } = {}): HttpClient {
  if (agent !== undefined) throw new TypeError("agent needs node:http");
  // Not `globalThis.fetch` itself: browsers insist on its `this`, and it may be replaced later.
  return createFetchClient((url, init) => globalThis.fetch(url, init));
}

/** Makes requests with a given `fetch`. */
export function createFetchClient(fetch: FetchLike): HttpClient {
  const underWay = new Set<HttpExchange>();
  return {
    send(request) {
      const exchange = start(fetch, request, () => underWay.delete(exchange));
      underWay.add(exchange);
      return exchange;
    },
    close() {
      for (const exchange of underWay) exchange.cancel();
    },
  };
}

function start(fetch: FetchLike, request: HttpRequest, onOver: () => void): HttpExchange {
  const { method, url, headers, body = null } = request;
  const controller = new AbortController();
  const { signal } = controller;
  let held: ReadableStream<Uint8Array> | ReadableStreamDefaultReader<Uint8Array> | null = null;
  let reject!: (reason: unknown) => void;

  async function readInto(ahead: ReadAhead): Promise<void> {
    const reason = await readAll(ahead).catch((cause: unknown): CloseReason => ({ code: "network", cause }));
    onOver();
    if (!signal.aborted) ahead.end(reason);
  }

  async function readAll(ahead: ReadAhead): Promise<CloseReason> {
    if (held !== null && "getReader" in held) {
      const reader = held.getReader();
      held = reader;
      for (;;) {
        const { done, value } = await reader.read();
        if (done || signal.aborted) break;
        ahead.chunk(value);
        await ahead.room();
      }
    }
    return { code: "peer" };
  }

  function cancel(): void {
    const reason = new Error("cancelled");
    onOver();
    // A fetch that ignores its signal is cancelled all the same.
    reject(reason);
    controller.abort(reason);
    // Rejects where the application holds a reader of its own: then the signal has to do.
    held?.cancel().catch(() => {});
  }

  async function answered(): Promise<HttpAnswer> {
    const init: RequestInit = { method, headers: { ...headers }, body, redirect: "manual", signal };
    const response = await fetch(new URL(url), init);
    held = response.body;
    if (signal.aborted) cancel();
    return {
      status: response.status,
      redirectedTo: response.redirected ? response.url : undefined,
      header: (name) => response.headers.get(name),
      read(sink) {
        const ahead = createReadAhead(sink);
        void readInto(ahead);
        return ahead;
      },
      discard() {
        let bytes = 0;
        const counter: BodySink = {
          chunk(chunk) {
            bytes += chunk.byteLength;
            if (bytes > MAX_DISCARDED_BYTES) cancel();
          },
          end() {},
        };
        return readInto(createReadAhead(counter));
      },
      toResponse: () => response,
    };
  }

  const answer = new Promise<HttpAnswer>((resolve, fail) => {
    reject = fail;
    answered().then(resolve, fail);
  });
  answer.catch(onOver);
  return { answer, cancel };
}
