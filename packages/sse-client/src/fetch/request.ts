// Requests through `fetch`: the runtime's own, or one that the application gave.

import type { CloseReason } from "@mcp-sse/jsonrpc";
import {
  type HttpAnswer,
  type HttpClient,
  type HttpExchange,
  type HttpRequest,
  MAX_DISCARDED_BYTES,
} from "../http.ts";
import { type InLine, Line } from "../line.ts";
import type { FetchLike } from "../options.ts";
import { createReadAhead, type PacedSink } from "./read-ahead.ts";

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

/** Says what a failure without an answer means: here nobody tells whether anything was sent. */
export function failureText(_failure: unknown): string {
  return "the request broke";
}

/** Makes requests with a given `fetch`. */
export function createFetchClient(fetch: FetchLike): HttpClient {
  const underWay = new Line<HttpExchange & InLine>();
  return {
    send(request) {
      const exchange: HttpExchange & InLine = start(fetch, request, () => underWay.delete(exchange));
      underWay.add(exchange);
      return exchange;
    },
    close() {
      for (const exchange of [...underWay]) exchange.cancel();
    },
  };
}

function start(fetch: FetchLike, request: HttpRequest, onOver: () => void): HttpExchange {
  const { url, ...rest } = request;
  const controller = new AbortController();
  const { signal } = controller;
  let stream: ReadableStream<Uint8Array> | null = null;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let reject!: (reason: unknown) => void;

  async function readInto(sink: PacedSink): Promise<void> {
    let reason: CloseReason = { code: "peer" };
    try {
      reader = stream?.getReader();
      for (;;) {
        const read = await reader?.read();
        if (!read || read.done || signal.aborted) break;
        // Not by `instanceof`: of any realm.
        if (read.value?.[Symbol.toStringTag] !== "Uint8Array") throw new TypeError("a body must be bytes");
        await sink.chunk(read.value);
      }
    } catch (cause) {
      reason = { code: "network", cause };
      void drop();
    }
    onOver();
    if (!signal.aborted) sink.end(reason);
  }

  /** Lets go of the body, whatever the `fetch` of an application gave as one. */
  async function drop(): Promise<void> {
    try {
      await (reader ?? stream)?.cancel();
    } catch {
      // Not to be cancelled, or held by a reader of the application: then the signal has to do.
    }
  }

  function cancel(): void {
    const reason = new Error("cancelled");
    onOver();
    // A fetch that ignores its signal is cancelled all the same.
    reject(reason);
    controller.abort(reason);
    void drop();
  }

  async function answered(): Promise<HttpAnswer> {
    const init = { ...rest, headers: { ...rest.headers }, redirect: "manual", signal } as RequestInit;
    // As EventSource: a browser keeps what came of a stream, and asks twice for the next one at its URL. Of workerd, not
    // every version can be told.
    if (rest.method === "GET" && "cache" in Request.prototype) init.cache = "no-store";
    const response = await fetch(new URL(url), init);
    stream = response.body;
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
        return readInto({
          chunk(chunk) {
            bytes += chunk.byteLength;
            if (bytes > MAX_DISCARDED_BYTES) cancel();
          },
          end() {},
        });
      },
      toResponse: () => response,
    };
  }

  const answer = new Promise<HttpAnswer>((resolve, fail) => {
    reject = fail;
    answered().then(resolve, fail);
  });
  answer.catch(onOver);
  return { answer, cancel, onSent: (callback) => callback() };
}
