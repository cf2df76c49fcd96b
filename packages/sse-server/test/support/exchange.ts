// An exchange without a platform: what the core does with one, step by step.

import type { Answer, Body, Chunk, EventSink, Exchange, SinkEvents } from "../../src/exchange.ts";
import { createRequest, type SseRequest } from "../../src/request.ts";

/** What a test says about a request. */
export interface FakeRequest {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: Body;
  readonly lacksHeaders?: boolean;
  readonly authInfo?: unknown;
}

/** Records what it is answered. */
export class FakeExchange implements Exchange {
  readonly method: string;
  readonly target: string;
  readonly request: SseRequest;
  readonly answers: Answer[] = [];
  readonly leaving = new AbortController();
  readonly sinks: FakeSink[] = [];
  readonly #request: FakeRequest;

  constructor(request: FakeRequest = {}) {
    this.#request = request;
    this.method = request.method ?? "GET";
    this.target = request.target ?? "/sse";
    this.request = createRequest({
      method: this.method,
      target: this.target,
      remoteAddress: undefined,
      authInfo: request.authInfo,
      origin: () => "http://localhost",
      headers: () => new Headers(),
    });
  }

  header(name: string): string | undefined {
    return this.#values(name)?.join(", ");
  }

  occurrences(name: "host" | "origin"): number {
    return this.#values(name)?.length ?? 0;
  }

  mayLackHeaders(): boolean {
    return this.#request.lacksHeaders ?? false;
  }

  hasUnreadBody(): boolean {
    return this.#request.body !== undefined;
  }

  async readBody(): Promise<Body> {
    return this.#request.body ?? { kind: "content", content: "", bytes: 0 };
  }

  abandoned(): AbortSignal {
    return this.leaving.signal;
  }

  answer(answer: Answer): void {
    this.answers.push(answer);
  }

  openStream(events: SinkEvents): FakeSink {
    const sink = new FakeSink(events);
    this.sinks.push(sink);
    return sink;
  }

  #values(name: string): readonly string[] | undefined {
    const value = this.#request.headers?.[name] ?? (name === "host" ? "localhost" : undefined);
    return typeof value === "string" ? [value] : value;
  }
}

/** Records what it is handed; takes more or not, as the test says. */
export class FakeSink implements EventSink {
  readonly events: SinkEvents | undefined;
  /** One entry per write, its chunks joined. */
  readonly writes: string[] = [];
  readonly deferred: (() => void)[] = [];
  headers: Readonly<Record<string, string>> | undefined;
  hasRoom = true;
  pending: number | undefined;
  state: "open" | "ended" | "aborted" = "open";

  constructor(events?: SinkEvents) {
    this.events = events;
  }

  encode(text: string): Chunk {
    return text;
  }

  byteLength(chunk: Chunk): number {
    return chunk.length;
  }

  start(headers: Readonly<Record<string, string>>, first: Chunk): boolean {
    this.headers = headers;
    return this.write([first]);
  }

  write(chunks: readonly Chunk[]): boolean {
    this.writes.push(chunks.join(""));
    return this.hasRoom;
  }

  turn(callback: () => void): void {
    setImmediate(callback);
  }

  defer(flush: () => void): void {
    this.deferred.push(flush);
  }

  /** Ends the tick. */
  tick(): void {
    for (const flush of this.deferred.splice(0)) flush();
  }

  pendingBytes(): number | undefined {
    return this.pending;
  }

  end(): void {
    this.state = "ended";
  }

  abort(): void {
    this.state = "aborted";
  }
}
