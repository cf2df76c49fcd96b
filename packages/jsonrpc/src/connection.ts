import type { JsonRpcMessage } from "./message.ts";

/** Lets the caller give up. Rejections caused by it reject with `signal.reason`, unwrapped. */
export interface AbortOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Why a connection ended.
 *
 * `local`: this side called `close`. `peer`: the other side ended it in good order. `network`: it
 * broke. `idle`, `backlog`, `stalled`: a limit on silence, on bytes that wait to be written, on the
 * time in which nothing of them left. `shutdown`: the handler that holds it was closed.
 * `accept-failed`: the application could not take it. `protocol`: the peer broke the transport's rules.
 */
export type CloseCode =
  | "local"
  | "peer"
  | "network"
  | "idle"
  | "backlog"
  | "stalled"
  | "shutdown"
  | "accept-failed"
  | "protocol";

/** Who ended a connection and why. */
export interface CloseReason {
  readonly code: CloseCode;
  /** The error behind it, or what was given to `close`. */
  readonly cause?: unknown;
}

/**
 * A two-way stream of messages: what a transport hands to whoever speaks the protocol.
 *
 * The server side writes `message` events and reads POSTs; the client side is its mirror image. Code
 * that holds a `Connection` cannot tell which, nor that HTTP is involved. Its iterator is `read` in a
 * loop: leaving it early leaves the connection open.
 */
export interface Connection extends AsyncIterable<JsonRpcMessage> {
  /**
   * Reads the next message, in the order in which the peer sent it.
   *
   * Each message goes to one call; concurrent calls are served in their order. An aborted call takes
   * no message.
   *
   * @returns `undefined` once the connection has ended and what arrived before is read, for ever.
   *   It never rejects because the connection ended.
   */
  read(options?: AbortOptions): Promise<JsonRpcMessage | undefined>;

  /**
   * Sends a message. Resolves on a 2xx (client), or when the backlog is under the high-water mark
   * (server): taken, not answered.
   *
   * @throws `ConnectionClosedError` once the connection has ended; so does each call that waits when
   *   the end comes.
   */
  write(message: JsonRpcMessage, options?: AbortOptions): Promise<void>;

  /**
   * Ends both directions; settles when the stream is ended. What was written before gets at most 5 s
   * to leave.
   *
   * The same promise at every call; safe from either side of a race.
   *
   * @param cause - becomes `cause` of the {@link CloseReason}, whose code is `local`.
   */
  close(cause?: unknown): Promise<void>;

  /** Settles when the connection has ended, with who ended it and why; never rejects. */
  readonly closed: Promise<CloseReason>;
}
