// The little of HTTP that the client needs; fetch/request.ts and node/request.ts are its two ways to get it.
//
// Redirects are never followed below this line, and nothing is ever sent twice.

import type { CloseReason } from "@mcp-sse/jsonrpc";

/** Header names, in lower case, to values. */
export type HeaderMap = Readonly<Record<string, string>>;

/** A request as it goes out: nothing is added but what framing needs. */
export interface HttpRequest {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly headers: HeaderMap;
  readonly body?: string | undefined;
}

/** One request and its answer. */
export interface HttpExchange {
  /** Settles with status and headers. Rejects with the runtime's own error, and when it is cancelled. */
  readonly answer: Promise<HttpAnswer>;

  /**
   * Calls back once the whole request has left, as far as the runtime tells: `fetch` does not, so with it at once. Never
   * after the answer.
   */
  onSent(callback: () => void): void;

  /** Gives up, at any time: nothing more is sent or received, and the body is silent from now on. */
  cancel(): void;
}

/** Status, headers, and a body that is used in exactly one of three ways: `read`, `discard`, `toResponse`. */
export interface HttpAnswer {
  /** 0 where a browser hides a redirect. */
  readonly status: number;

  /** The URL that answered, where the runtime followed a redirect that it was told not to follow. */
  readonly redirectedTo: string | undefined;

  header(name: string): string | null;

  /** Hands the body over, decoded, chunk by chunk, until its end or `cancel`. The first chunk comes later. */
  read(sink: BodySink): BodyFlow;

  /**
   * Reads the body to its end for nobody, so that its socket can be used again; gives up on a long one.
   * Settles at the end.
   */
  discard(): Promise<void>;

  /** What an application knows as the answer; `cancel` ends its body. */
  toResponse(): Response;
}

/** Where a body goes. Neither method throws. */
export interface BodySink {
  chunk(bytes: Uint8Array): void;

  /** The last call. `peer`: complete. `network`: it broke. `protocol`: its content encoding is invalid. */
  end(reason: CloseReason): void;
}

/** Holds a body back: unread, it is the sender who waits in the end. */
export interface BodyFlow {
  pause(): void;
  resume(): void;
}

/** Makes requests, and knows which of them are under way. */
export interface HttpClient {
  send(request: HttpRequest): HttpExchange;

  /** Cancels what is under way and lets go of idle sockets. */
  close(): void;
}

/** Longest body that is read for nobody, in bytes: past it a new socket is cheaper. */
export const MAX_DISCARDED_BYTES = 65_536;
