// Requests through `fetch`: the runtime's own, or one that the application gave.

import type { CloseReason } from "@mcp-sse/jsonrpc";
import {
  type BodyFlow,
  type BodySink,
  type HttpAnswer,
  type HttpClient,
  type HttpExchange,
  type HttpRequest,
  MAX_DISCARDED_BYTES,
} from "../http.ts";
import type { FetchLike } from "../options.ts";
import { ReadAhead } from "./read-ahead.ts";

/**
 * The runtime's own way to make requests.
 *
 * @throws TypeError if an `agent` is given: only Node has those.
 */
export function createHttpClient({ agent }: { readonly agent?: unknown } = {}): HttpClient {
  if (agent !== undefined)
    throw new TypeError("agent needs Node: this runtime makes its requests with fetch");
  // Not `globalThis.fetch` itself: browsers insist on its `this`, and it may be replaced later.
  return createFetchClient((url, init) => globalThis.fetch(url, init));
}

/** Makes requests with a given `fetch`. */
export function createFetchClient(fetch: FetchLike): HttpClient {
  const underWay = new Set<FetchExchange>();
  return {
    send(request) {
      const exchange = new FetchExchange(fetch, request, () => underWay.delete(exchange));
      underWay.add(exchange);
      return exchange;
    },
    close() {
      for (const exchange of underWay) exchange.cancel();
    },
  };
}

class FetchExchange implements HttpExchange {
  readonly answer: Promise<HttpAnswer>;
  readonly #controller = new AbortController();
  readonly #onOver: () => void;
  #cancelAnswer!: (reason: Error) => void;
  #cancelled = false;
  #answer: FetchAnswer | undefined;

  constructor(fetch: FetchLike, request: HttpRequest, onOver: () => void) {
    this.#onOver = onOver;
    const cancelled = new Promise<never>((_resolve, reject) => {
      this.#cancelAnswer = reject;
    });
    this.answer = Promise.race([this.#fetch(fetch, request), cancelled]);
    this.answer.catch(onOver);
  }

  cancel(): void {
    if (this.#cancelled) return;
    this.#cancelled = true;
    const reason = new Error("the exchange was cancelled");
    // A fetch that ignores its signal is cancelled all the same.
    this.#cancelAnswer(reason);
    this.#controller.abort(reason);
    this.#answer?.cancel();
    this.#onOver();
  }

  async #fetch(fetch: FetchLike, { method, url, headers, body }: HttpRequest): Promise<HttpAnswer> {
    const { signal } = this.#controller;
    const init: RequestInit = { method, headers: { ...headers }, redirect: "manual", signal };
    if (body !== undefined) init.body = body;
    const answer = new FetchAnswer(await fetch(new URL(url), init), this.#onOver);
    this.#answer = answer;
    if (this.#cancelled) answer.cancel();
    return answer;
  }
}

class FetchAnswer implements HttpAnswer {
  readonly status: number;
  readonly redirectedTo: string | undefined;
  readonly #response: Response;
  readonly #onOver: () => void;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #cancelled = false;

  constructor(response: Response, onOver: () => void) {
    this.#response = response;
    this.#onOver = onOver;
    this.status = response.status;
    this.redirectedTo = response.redirected ? response.url : undefined;
  }

  header(name: string): string | null {
    return this.#response.headers.get(name);
  }

  read(sink: BodySink): BodyFlow {
    const ahead = new ReadAhead(sink);
    void this.#pump(ahead);
    return ahead;
  }

  async discard(): Promise<void> {
    let bytes = 0;
    const counter: BodySink = {
      chunk: (chunk) => {
        bytes += chunk.byteLength;
        if (bytes > MAX_DISCARDED_BYTES) this.cancel();
      },
      end: () => {},
    };
    await this.#pump(new ReadAhead(counter));
  }

  toResponse(): Response {
    return this.#response;
  }

  cancel(): void {
    this.#cancelled = true;
    const { body } = this.#response;
    // Rejects where the application holds a reader of its own: then the signal has to do.
    const done = this.#reader === undefined ? body?.cancel() : this.#reader.cancel();
    done?.catch(() => {});
  }

  async #pump(ahead: ReadAhead): Promise<void> {
    const reason = await this.#readInto(ahead);
    this.#onOver();
    if (!this.#cancelled) ahead.end(reason);
  }

  async #readInto(ahead: ReadAhead): Promise<CloseReason> {
    const { body } = this.#response;
    if (body === null) return { code: "peer" };
    try {
      this.#reader = body.getReader();
      for (;;) {
        const { done, value } = await this.#reader.read();
        if (done || this.#cancelled) return { code: "peer" };
        ahead.push(value);
        await ahead.room;
      }
    } catch (cause) {
      return { code: "network", cause };
    }
  }
}
