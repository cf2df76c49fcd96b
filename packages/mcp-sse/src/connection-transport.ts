// The life of an SDK transport over a Connection: start, deliver in order, end once.
//
//     start() ─▶ open() ─▶ next ─▶ onmessage ─▶ next ─▶ onmessage … ─▶ onclose
//                  └─ fails ─▶ onerror, onclose; start rejects

import { type Connection, isNotification, isRequest, type JsonRpcMessage } from "@mcp-sse/jsonrpc";
import type { ReceivedMessage } from "@mcp-sse/sse-server";
import { type Claim, waitForClaim } from "./claim.ts";
import { connectionBroke, notConnected, TransportError } from "./errors.ts";
import { guard } from "./guard.ts";
import { refusalOf, unfitForSdk } from "./sdk-shape.ts";
import type { SdkMessageCallback, SdkMessageExtra, SdkSendOptions, SdkTransport } from "./sdk-transport.ts";

const ORDERLY: ReadonlySet<string> = new Set(["local", "peer", "shutdown"]);

/** What every transport here does; a subclass says where its connection comes from and how it is read. */
export abstract class ConnectionTransport implements SdkTransport {
  /** Called once, when the connection has ended or `close` is called; not before what came ahead of the end. */
  onclose?: (() => void) | undefined;
  /** Told of what has no other way out. The connection lives, unless `onclose` follows. What it throws is dropped. */
  onerror?: ((error: Error) => void) | undefined;
  #onmessage: SdkMessageCallback | undefined;
  #connection: Connection | undefined;
  #started = false;
  #ended = false;
  #closing: Promise<void> | undefined;
  /** The delivery waits for `onmessage`. */
  #claim: Claim | undefined;
  /** Made where connecting asks for its signal: a server's session is there already, and there are thousands. */
  #attempt: AbortController | undefined;

  /** @param connection - where it is there before `start`, so that an early `close` ends it too. */
  protected constructor(connection?: Connection) {
    this.#connection = connection;
  }

  /** Connects. Called once, by `start`; `attempt` tells when `close` is called meanwhile. */
  protected abstract open(): Promise<Connection>;

  /** Reads the next message of what `open` gave, bare where nothing more is known of it; `undefined` at the end. */
  protected abstract next(): Promise<ReceivedMessage | JsonRpcMessage | undefined>;

  /** Takes the next message if it is there already and nothing more is known of it: then nothing has to be waited for. */
  protected take(): JsonRpcMessage | undefined {
    return undefined;
  }

  /** What is handed on beside a message, of the request that carried it. */
  protected extraOf(_request: ReceivedMessage["request"]): SdkMessageExtra | undefined {
    return undefined;
  }

  /** The text of the error of a second `start`. */
  protected abstract alreadyStarted(): string;

  /** Given every message, in order. While it is not set, messages wait. What it throws goes to `onerror`. */
  get onmessage(): SdkMessageCallback | undefined {
    return this.#onmessage;
  }

  set onmessage(callback: SdkMessageCallback | undefined) {
    this.#onmessage = callback;
    if (callback !== undefined) this.#claim?.wake();
  }

  /**
   * Connects and begins to read; the SDK's `connect` calls it. Once only.
   *
   * @throws {@link TransportError} `ERR_TRANSPORT_STARTED` the second time, `ERR_TRANSPORT_NOT_CONNECTED` after
   *   `close`; else what kept it from connecting, of which `onerror` and `onclose` are told before.
   */
  async start(): Promise<void> {
    if (this.#started) throw new TransportError("ERR_TRANSPORT_STARTED", this.alreadyStarted());
    this.#started = true;
    let connection: Connection;
    try {
      if (this.#closing !== undefined) throw notConnected();
      connection = await this.open();
    } catch (error) {
      if (this.#closing === undefined) this.report(error);
      // SDK v1 lets go of a transport in `onclose` only, and calls nothing when `start` rejects.
      this.#end();
      throw error;
    }
    this.#connection = connection;
    this.#attempt = undefined;
    if (this.#closing !== undefined) {
      await connection.close();
      throw notConnected();
    }
    void this.#deliverAll(connection);
  }

  /**
   * Sends a message.
   *
   * @throws {@link TransportError} `ERR_TRANSPORT_NOT_CONNECTED` before `start`; TypeError for an error without id; what `write` throws.
   */
  send(message: JsonRpcMessage, _options?: SdkSendOptions): Promise<void> {
    try {
      if (this.#connection === undefined) throw notConnected();
      // It would be the answer to nothing: what could not be read is refused by HTTP, where its sender waits.
      if ("error" in message && (message.id ?? null) === null) {
        throw new TypeError("an error that names no request is not sent");
      }
      return this.#connection.write(message);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /**
   * Ends the connection: calls `onclose` at once, delivers nothing more, and settles when the stream is ended.
   *
   * The same promise at every call; safe inside every callback.
   */
  close(): Promise<void> {
    if (this.#closing === undefined) {
      let settle!: (closed: Promise<void>) => void;
      // Assigned before a callback can run: `close` inside `onclose` must find it.
      this.#closing = new Promise<void>((resolve) => {
        settle = resolve;
      });
      settle(this.#close());
    }
    return this.#closing;
  }

  /** Aborted when `close` is called meanwhile: for `open`. */
  protected get attempt(): AbortSignal {
    this.#attempt ??= new AbortController();
    if (this.#closing !== undefined) this.#attempt.abort(notConnected());
    return this.#attempt.signal;
  }

  /** Whether `onclose` was called. */
  protected get ended(): boolean {
    return this.#ended;
  }

  /** Hands a message to `onmessage`, or says why not. */
  protected deliver(message: JsonRpcMessage, extra: SdkMessageExtra | undefined): void {
    const unfit = unfitForSdk(message);
    if (unfit === undefined) {
      this.#call(() => this.#onmessage?.(message, extra));
      return;
    }
    const positional = "method" in message && Array.isArray(message.params);
    if (isRequest(message)) {
      const answered = this.#connection?.write(refusalOf(message.id, unfit));
      answered?.catch((failure: unknown) => this.report(failure));
    }
    if (!(isRequest(message) && positional)) this.report(new TypeError(`a message was dropped: ${unfit}`));
  }

  /** Tells `onerror`. What that throws must not end the connection. */
  protected report(error: unknown): void {
    guard(
      () => this.onerror?.(error instanceof Error ? error : new Error(String(error))),
      // Whoever is told of errors has nobody to tell his own.
      () => {},
    );
  }

  async #close(): Promise<void> {
    this.#attempt?.abort(notConnected());
    const closed = this.#connection?.close();
    this.#end();
    await closed;
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#claim?.wake();
    this.#call(() => this.onclose?.());
  }

  #call(callback: () => unknown): void {
    guard(callback, (error) => this.report(error));
  }

  async #deliverAll(connection: Connection): Promise<void> {
    try {
      for (;;) {
        // The SDK runs the handler of a notification one microtask after this call, that of a response at
        // once: a result right behind would settle its request while the progress still waits.
        while (this.#deliverReady()) await Promise.resolve();
        const taken = await this.next();
        if (taken === undefined) break;
        // Asked here as well: of many messages at once, each would wait a turn more for what is known.
        if ((this.#onmessage === undefined || this.#ended) && !(await this.#claimed(connection))) return;
        const posted = "jsonrpc" in taken ? undefined : taken;
        const message = "jsonrpc" in taken ? taken : taken.message;
        const extra = posted && this.extraOf(posted.request);
        // It may have been closed meanwhile, and nothing comes after `onclose`.
        const deliver = (): void => void (this.#ended || this.deliver(message, extra));
        if (posted?.run === undefined) deliver();
        else await posted.run(deliver);
        if (isNotification(message)) await Promise.resolve();
      }
      const reason = await connection.closed;
      if (!ORDERLY.has(reason.code)) this.report(connectionBroke(reason));
    } catch (error) {
      // A connection of somebody else's may break its contract; this transport still ends once.
      this.report(error);
      await (async () => connection.close(error))().catch(() => {});
    } finally {
      this.#end();
    }
  }

  /**
   * Delivers what is there already, up to the first notification. Apart from the loop that waits: what runs for each message
   * is compiled while the first ones come, and the less there is of it the sooner that is done.
   *
   * @returns whether the last was a notification.
   */
  #deliverReady(): boolean {
    while (this.#onmessage !== undefined && !this.#ended) {
      const message = this.take();
      if (message === undefined) return false;
      this.deliver(message, undefined);
      if (isNotification(message)) return true;
    }
    return false;
  }

  /** Waits for `onmessage`. False when the end comes first. */
  async #claimed(connection: Connection): Promise<boolean> {
    while (this.#onmessage === undefined && !this.#ended) {
      this.#claim = waitForClaim(connection.closed);
      const isClaimed = await this.#claim.claimed;
      this.#claim = undefined;
      if (!isClaimed) {
        const what = "messages were dropped: the end came, and no onmessage";
        this.report(new TransportError("ERR_TRANSPORT_UNCLAIMED", what));
        return false;
      }
    }
    return !this.#ended;
  }
}
