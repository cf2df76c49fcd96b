// The little of HTTP that the core needs: one request, and one answer or one event stream.
//
//                 ┌ method, target, header(), readBody() ◀─ adapter ◀─ client
//     core ◀──────┤
//                 └ answer() | openStream() ──────────────▶ adapter ─▶ client
//
// Each adapter implements `Exchange` and `EventSink` once. Nothing here names a platform.

import type { Interruptions } from "./interruptions.ts";
import type { SseRequest } from "./request.ts";

/** One request, and the way to answer it. Either `answer` or the sink's `start` is called, once. */
export interface Exchange {
  readonly method: string;

  /** The request-target as the client wrote it: path and query. */
  readonly target: string;

  /** What the application is given of this request. */
  readonly request: SseRequest;

  /** The value of a header; several fields of one name are joined by `, `. `host` is `:authority` on HTTP/2. */
  header(name: string): string | undefined;

  /** How many fields of that name came. */
  occurrences(name: "host" | "origin"): number;

  /** Whether the platform may have left out headers that came: what is absent then proves nothing. */
  mayLackHeaders(): boolean;

  /** Whether a body was announced that nobody has read. */
  hasUnreadBody(): boolean;

  /** Reads the body whole, unless what it is for ends first. Never rejects. */
  readBody(maxBytes: number, timeoutMs: number, owner: Interruptions): Promise<Body>;

  /** Aborts when the client gives up before it is answered. Made when first asked for. */
  abandoned(): AbortSignal;

  /** Answers; after the answer the connection closes if `answer.close` says so. */
  answer(answer: Answer): void;

  /** Prepares the hanging answer; nothing is written before the sink's `start`. */
  openStream(events: SinkEvents): EventSink;
}

/** A request's body: its bytes, what a parser in front of us made of it, or why there is none. */
export type Body =
  | { readonly kind: "content"; readonly content: string | Uint8Array; readonly bytes: number }
  | { readonly kind: "parsed"; readonly value: unknown; readonly bytes: number }
  | { readonly kind: "too-large" | "timeout" | "aborted" | "consumed" | "over" };

/** A whole answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The connection ends after it: the rest of the request's body is not worth reading. */
  readonly close: boolean;
}

/** Text of events as an adapter carries it: text, or its UTF-8 bytes. */
export type Chunk = string | Uint8Array;

/** The writing end of one event stream. Never throws: what fails is told to its {@link SinkEvents}. */
export interface EventSink {
  /** Brings text into the form that `start` and `write` take. */
  encode(text: string): Chunk;

  /** The size of a chunk on the wire. */
  byteLength(chunk: Chunk): number;

  /** Starts the answer: 200, the headers and the first event leave in one write. */
  start(headers: Readonly<Record<string, string>>, first: Chunk): boolean;

  /**
   * Hands chunks to the socket, together.
   *
   * @returns false when the socket has enough: `onDrain` will be called when it has room again.
   */
  write(chunks: readonly Chunk[]): boolean;

  /** Calls back when the current tick has ended, so that what it writes leaves together. */
  defer(flush: () => void): void;

  /** Calls back in another turn of the event loop, when sockets were looked at. */
  turn(callback: () => void): void;

  /** A count of bytes on their way, where the platform tells: a reader that is slow, not stalled, moves it. */
  pendingBytes(): number | undefined;

  /** Ends the stream in good order; `onFinish` follows. */
  end(): void;

  /** Cuts the stream: what was not sent is dropped. Before `start` it only lets go of the exchange. */
  abort(): void;
}

/** What an event stream tells the core. After `onFinish` or `onBroken` nothing more. */
export interface SinkEvents {
  onDrain(): void;
  /** The stream ended in good order, after `end`. */
  onFinish(): void;
  /** The stream ended otherwise; `local`: someone else in this process ended it. */
  onBroken(code: "peer" | "network" | "local", cause?: unknown): void;
}
