// A connection that comes back. Behind it are several, one after the other:
//
//     up ── the connection ends ──▶ down ── wait, connect, initialize again ──▶ up
//
// A new connection is a new session: what was asked in the one before is answered with an error and never asked
// again, because nobody knows whether it was carried out.

import {
  type AbortOptions,
  type CloseReason,
  type Connection,
  ConnectionClosedError,
  createMessageQueue,
  isRequest,
  isResponse,
  type JsonRpcId,
  type JsonRpcMessage,
} from "@mcp-sse/jsonrpc";
import { createBackoff } from "./backoff.ts";
import { BridgeError } from "./errors.ts";
import { Handshake } from "./handshake.ts";
import {
  type ReconnectOptions,
  type ReconnectSettings,
  resolveReconnectOptions,
} from "./reconnect-options.ts";
import { errorOfLoss } from "./rpc-errors.ts";
import { ServerRequests } from "./server-requests.ts";
import { sleep } from "./sleep.ts";
import { WaitingWriters } from "./waiting-writers.ts";

/** Unread messages above which the server is not read further: what `sse-client` has. */
const MAX_UNREAD = 100;

/**
 * Makes a connection that outlives those to its server: when one ends, another is opened, and the `initialize` and
 * `notifications/initialized` that were written are written again.
 *
 * Requests in flight at that moment are answered with -32000, requests of the server are cancelled; those of a later
 * session have ids of their own. What is written
 * while there is no connection waits for `offlineMs`, then it is rejected with `ERR_BRIDGE_OFFLINE`. It ends when
 * it is closed, with the last failure after `maxAttempts` failures in a row, or with one that `isFinal`.
 *
 * @param first - a connection that is open
 * @throws RangeError for a time or a count that cannot be.
 */
export function reconnecting(first: Connection, options: ReconnectOptions): Connection {
  return new ReconnectingConnection(first, resolveReconnectOptions(options));
}

class ReconnectingConnection implements Connection {
  readonly closed: Promise<CloseReason>;
  readonly #options: ReconnectSettings;
  readonly #handshake = new Handshake();
  readonly #inbox = createMessageQueue<JsonRpcMessage>(MAX_UNREAD);
  /** Requests that the server has not answered. */
  readonly #asked = new Set<JsonRpcId>();
  readonly #serverRequests = new ServerRequests();
  readonly #waiting = new WaitingWriters();
  readonly #stop = new AbortController();
  #current: Connection | undefined;
  #over: CloseReason | undefined;
  #closing: Promise<void> | undefined;
  #settleClosed!: (reason: CloseReason) => void;

  constructor(first: Connection, options: ReconnectSettings) {
    this.#options = options;
    this.closed = new Promise((resolve) => {
      this.#settleClosed = resolve;
    });
    void this.#live(first);
  }

  read(options?: AbortOptions): Promise<JsonRpcMessage | undefined> {
    return this.#inbox.read(options);
  }

  async write(message: JsonRpcMessage, { signal }: AbortOptions = {}): Promise<void> {
    signal?.throwIfAborted();
    if (this.#over !== undefined) throw new ConnectionClosedError(this.#over);
    // Now: if the session ends while this waits, its answer is of no use to the next.
    const named = this.#serverRequests.toServer(message);
    if (named === undefined) return;
    const { session } = this.#serverRequests;
    const connection = this.#current ?? (await this.#waiting.wait(this.#options.offlineMs, signal));
    if (isResponse(message) && session !== this.#serverRequests.session) return;
    this.#handshake.record(message);
    if (isRequest(message)) this.#asked.add(message.id);
    try {
      await connection.write(named, signal === undefined ? {} : { signal });
    } catch (error) {
      // Answered already, as everything that was in flight when the connection was lost.
      if (isRequest(message) && !this.#asked.delete(message.id)) return;
      // 404: the server does not know the session any more, whatever the stream says.
      if ((error as { readonly status?: unknown }).status === 404) void connection.close(error);
      throw error instanceof ConnectionClosedError && this.#over === undefined ? lost(error) : error;
    }
  }

  close(cause?: unknown): Promise<void> {
    this.#closing ??= this.#close(cause);
    return this.#closing;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<JsonRpcMessage, undefined> {
    for (let next = await this.read(); next !== undefined; next = await this.read()) yield next;
  }

  async #close(cause: unknown): Promise<void> {
    if (this.#over !== undefined) return;
    const current = this.#current;
    this.#end(cause === undefined ? { code: "local" } : { code: "local", cause });
    await current?.close(cause);
  }

  #end(reason: CloseReason): void {
    if (this.#over !== undefined) return;
    this.#over = reason;
    this.#current = undefined;
    this.#stop.abort(new ConnectionClosedError(reason));
    this.#inbox.end();
    this.#waiting.rejectAll(new ConnectionClosedError(reason));
    this.#settleClosed(reason);
  }

  /** One connection after the other, until it is over. */
  async #live(first: Connection): Promise<void> {
    const backoff = createBackoff(this.#options);
    let connection: Connection | undefined = first;
    while (this.#over === undefined) {
      const opened = performance.now();
      let reason: CloseReason | undefined;
      if (connection !== undefined) reason = await this.#use(connection);
      if (this.#over !== undefined) break;
      let cause: unknown =
        reason?.cause ?? new BridgeError("ERR_BRIDGE_LOST", `the connection ended: ${reason?.code}`);
      let livedMs = performance.now() - opened;
      for (connection = undefined; connection === undefined; livedMs = 0) {
        const waitMs = backoff.next(livedMs);
        if (this.#givesUp(cause, backoff.failures)) return this.#end(reason ?? { code: "network", cause });
        this.#tell(() => this.#options.onDown?.({ cause, waitMs }));
        try {
          await sleep(waitMs, this.#stop.signal);
          connection = await this.#reopen();
        } catch (error) {
          if (this.#over !== undefined) return;
          cause = error;
          reason = { code: "network", cause };
        }
      }
      this.#tell(() => this.#options.onUp?.());
    }
  }

  /** Reads a connection to its end. */
  async #use(connection: Connection): Promise<CloseReason> {
    this.#current = connection;
    this.#waiting.resolveAll(connection);
    for await (const message of connection) await this.#handOn(message);
    const reason = await connection.closed;
    if (this.#current === connection) this.#current = undefined;
    await this.#forgetSession(reason);
    return reason;
  }

  async #handOn(message: JsonRpcMessage): Promise<void> {
    if (isResponse(message) && message.id != null && !this.#asked.delete(message.id)) return;
    this.#handshake.recordAnswer(message);
    await this.#inbox
      .put(this.#serverRequests.toClient(message), { signal: this.#stop.signal })
      .catch(() => {});
  }

  /** Nobody answers any more what one side asked the other. */
  async #forgetSession(reason: CloseReason): Promise<void> {
    const error = errorOfLoss(reason);
    const messages: JsonRpcMessage[] = [
      ...[...this.#asked].map((id): JsonRpcMessage => ({ jsonrpc: "2.0", id, error })),
      ...this.#serverRequests.endSession().map(
        (requestId): JsonRpcMessage => ({
          jsonrpc: "2.0",
          method: "notifications/cancelled",
          params: { requestId, reason: "the connection was lost" },
        }),
      ),
    ];
    this.#asked.clear();
    for (const message of messages)
      await this.#inbox.put(message, { signal: this.#stop.signal }).catch(() => {});
  }

  async #reopen(): Promise<Connection> {
    const connection = await this.#options.connect({ signal: this.#stop.signal });
    const { initializeMs } = this.#options;
    try {
      const deadlines = initializeMs === Number.POSITIVE_INFINITY ? [] : [AbortSignal.timeout(initializeMs)];
      const signal = AbortSignal.any([this.#stop.signal, ...deadlines]);
      await this.#handshake.replay(connection, signal, (message) => this.#handOn(message));
      // It may have come just as this was closed.
      this.#stop.signal.throwIfAborted();
      return connection;
    } catch (error) {
      await connection.close(error);
      await this.#forgetSession({ code: "local", cause: error });
      throw error;
    }
  }

  #givesUp(cause: unknown, failures: number): boolean {
    const { isFinal, maxAttempts } = this.#options;
    return failures > maxAttempts || isFinal?.(cause) === true;
  }

  #tell(run: () => void): void {
    try {
      run();
    } catch {
      // Whoever is told has nobody to tell of his own errors.
    }
  }
}

function lost(cause: unknown): BridgeError {
  return new BridgeError(
    "ERR_BRIDGE_LOST",
    "the connection was lost; whether the message arrived is unknown",
    {
      cause,
    },
  );
}
