// The server's Connection. Write = event on the stream, read = what was POSTed.
//
//     pending ── start ──▶ open ── end ──▶ ending ── stream ended ──▶ ended
//        └────────────── end: no answer was started ──────────────────▲

import {
  type AbortOptions,
  type CloseCode,
  type CloseReason,
  ConnectionClosedError,
  createMessageQueue,
  encodeMessage,
  type JsonRpcMessage,
  type MessageQueue,
} from "@mcp-sse/jsonrpc";
import { encodeComment, encodeEvent } from "@mcp-sse/sse-codec";
import { SseServerError } from "./errors.ts";
import type { EventSink, SinkEvents } from "./exchange.ts";
import { Interruptions } from "./interruptions.ts";
import { SessionClock, type Timed } from "./keep-alive.ts";
import { CLOSE_TIMEOUT_MS } from "./limits.ts";
import { MessageIterator } from "./message-iterator.ts";
import { Outbox, type OutboxEvents } from "./outbox.ts";
import type { SseRequest } from "./request.ts";
import type { ReceivedMessage, SseSession } from "./session.ts";
import type { SessionParts } from "./session-parts.ts";
import { ENDPOINT_EVENT, MESSAGE_EVENT } from "./wire.ts";

/** The one implementation of {@link SseSession}; what is not in the interface is for the handler. */
export class ServerSession implements SseSession, SinkEvents, OutboxEvents, Timed {
  /** Tells the POSTs whose bodies still come of its end. */
  readonly interruptions: Interruptions = new Interruptions();
  /** What the POSTs hold that wait for room in the queue. */
  waitingBytes = 0;
  readonly #parts: SessionParts;
  readonly #inbox: MessageQueue<ReceivedMessage>;
  readonly #sink: EventSink;
  readonly #outbox: Outbox;
  readonly #clock: SessionClock;
  #state: "pending" | "open" | "ending" | "ended" = "pending";
  #reason: CloseReason | undefined;
  /** Made when somebody asks. */
  #closed: Promise<CloseReason> | undefined;
  #settleClosed: ((reason: CloseReason) => void) | undefined;
  #closing: Promise<void> | undefined;
  #deadline: ReturnType<typeof setTimeout> | undefined;
  #isReported = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#inbox = createMessageQueue(parts.limits.maxQueuedMessages);
    this.#sink = parts.openStream(this);
    this.#outbox = new Outbox(this.#sink, parts.limits, this);
    this.#clock = new SessionClock(parts.wheel, parts.limits, this);
  }

  get id(): string {
    return this.#parts.id;
  }

  get principal(): string | undefined {
    return this.#parts.principal;
  }

  get request(): SseRequest {
    return this.#parts.request;
  }

  get closed(): Promise<CloseReason> {
    this.#closed ??= new Promise((resolve) => {
      if (this.#state === "ended" && this.#reason !== undefined) resolve(this.#reason);
      else this.#settleClosed = resolve;
    });
    return this.#closed;
  }

  /** Whether the answer to the GET has started and the end is not decided. */
  get live(): boolean {
    return this.#state === "open" && this.#reason === undefined;
  }

  /** Why it ended, once that is decided. */
  get reason(): CloseReason | undefined {
    return this.#reason;
  }

  /** What was POSTed and not read yet. */
  get inbox(): MessageQueue<ReceivedMessage> {
    return this.#inbox;
  }

  receive(options?: AbortOptions): Promise<ReceivedMessage | undefined> {
    this.start();
    return this.#inbox.read(options);
  }

  read(options?: AbortOptions): Promise<JsonRpcMessage | undefined> {
    return this.receive(options).then((received) => received?.message);
  }

  write(message: JsonRpcMessage, options?: AbortOptions): Promise<void> {
    try {
      options?.signal?.throwIfAborted();
      const data = encodeMessage(message);
      this.start();
      if (this.#reason === undefined && this.#outbox.overflowing) this.#overflow();
      if (this.#reason !== undefined) throw new ConnectionClosedError(this.#reason);
      return this.#outbox.write(encodeEvent({ event: MESSAGE_EVENT, data }), options?.signal);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  [Symbol.asyncIterator](): AsyncIterator<JsonRpcMessage, undefined> {
    return new MessageIterator(this);
  }

  close(cause?: unknown): Promise<void> {
    this.end(cause === undefined ? { code: "local" } : { code: "local", cause });
    this.#closing ??= this.closed.then(() => undefined);
    return this.#closing;
  }

  /** Starts the answer: headers and endpoint event. Nothing happens twice, or after the end. */
  start(): void {
    if (this.#state !== "pending") return;
    this.#state = "open";
    const first = encodeEvent({ event: ENDPOINT_EVENT, data: this.#parts.endpoint });
    this.#parts.onAnswer(undefined);
    this.#clock.start();
    this.#outbox.start(this.#parts.headers, first);
    const broken = this.#reason;
    this.#isReported = true;
    this.#parts.reporter.opened(this);
    if (broken !== undefined) this.#parts.reporter.closed(this, broken);
  }

  /** A message is in the queue. */
  received(bytes: number): void {
    this.#clock.received();
    this.#parts.reporter.received(this, bytes);
  }

  /**
   * Ends the session, unless it has ended: the first reason counts.
   *
   * @param graceMs - how long what was written may take to leave; 0 cuts the stream.
   */
  end(reason: CloseReason, graceMs: number = CLOSE_TIMEOUT_MS): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#clock.stop();
    this.#inbox.end();
    this.#parts.onLeave(this);
    this.interruptions.run();
    if (this.#state === "pending") {
      this.#finish();
    } else if (graceMs === 0) {
      this.cut();
    } else {
      this.#state = "ending";
      if (graceMs !== Infinity) this.#deadline = setTimeout(() => this.cut(), graceMs);
      this.#outbox.close();
    }
  }

  /** Cuts the stream of a session whose end is decided. */
  cut(): void {
    if (this.#state === "ended" || this.#reason === undefined) return;
    this.#finish();
    this.#sink.abort();
  }

  onDrain(): void {
    this.#clock.drained();
    this.#outbox.drained();
  }

  onFinish(): void {
    this.end({ code: "local" }, 0);
    this.#finish();
  }

  onBroken(code: "peer" | "network" | "local", cause?: unknown): void {
    this.end(cause === undefined ? { code } : { code, cause }, 0);
    this.#finish();
  }

  onSent(bytes: number, messages: number): void {
    this.#clock.sent();
    this.#parts.reporter.sent(this, bytes, messages);
  }

  onBacklog(bytes: number): void {
    this.#parts.reporter.backlog(this, bytes);
  }

  onBlocked(): void {
    if (this.#reason === undefined) this.#clock.blocked();
  }

  keepAlive(): void {
    this.#outbox.comment(encodeComment());
  }

  pendingBytes(): number | undefined {
    return this.#sink.pendingBytes();
  }

  expire(code: CloseCode, cause: SseServerError): void {
    this.end({ code, cause }, code === "stalled" ? 0 : CLOSE_TIMEOUT_MS);
  }

  #overflow(): void {
    const { maxBacklogBytes } = this.#parts.limits;
    const limit = `more than ${maxBacklogBytes} bytes wait to be written (maxBacklogBytes)`;
    this.end({ code: "backlog", cause: new SseServerError("ERR_SSE_BACKLOG", limit) }, 0);
  }

  #finish(): void {
    const reason = this.#reason;
    if (this.#state === "ended" || reason === undefined) return;
    const wasOpen = this.#state !== "pending";
    this.#state = "ended";
    clearTimeout(this.#deadline);
    this.#outbox.fail(() => new ConnectionClosedError(reason));
    this.#parts.onEnd(this);
    this.#settleClosed?.(reason);
    if (wasOpen) {
      // A stream that breaks while it starts is told after its start.
      if (this.#isReported) this.#parts.reporter.closed(this, reason);
    } else {
      this.#sink.abort();
      this.#parts.onAnswer(reason);
    }
  }
}
