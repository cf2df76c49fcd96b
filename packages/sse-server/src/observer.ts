// What happened, for logs and metrics: to the application's observer and, on Node, to diagnostics channels.

import type { CloseReason } from "@mcp-sse/jsonrpc";
import { channel } from "#diagnostics";
import type { SseSession } from "./session.ts";
import { UnheardErrors } from "./unheard-error.ts";

/**
 * Told what happens. Every method is optional; a throw or a rejection goes to `error`, and harms nothing.
 *
 * On Node the same events are published on `node:diagnostics_channel` as `mcp-sse.session.opened`,
 * `mcp-sse.session.closed`, `mcp-sse.session.backlog`, `mcp-sse.message.received`, `mcp-sse.message.sent` and
 * `mcp-sse.refused`.
 */
export interface SseObserver {
  /** The answer to a GET started. */
  opened?(event: { readonly session: SseSession }): void;
  /** A request was answered with an error; `detail` names the value and the option that decides. */
  refused?(event: {
    readonly method: string;
    readonly status: number;
    readonly refusal: string;
    readonly detail: string;
  }): void;
  /** A POST was answered 202. */
  received?(event: { readonly session: SseSession; readonly bytes: number }): void;
  /** Messages were handed to the socket together. */
  sent?(event: { readonly session: SseSession; readonly bytes: number; readonly messages: number }): void;
  /** The backlog crossed the high-water mark. */
  backlog?(event: { readonly session: SseSession; readonly bytes: number }): void;
  /** A session that was opened has ended. */
  closed?(event: { readonly session: SseSession; readonly reason: CloseReason }): void;
  /**
   * The application failed: `accept`, `authorize`, `endpoint`, the bus, or this observer. Without this method Node prints
   * it as a `McpSseWarning`, once per text; elsewhere it is lost.
   */
  error?(event: { readonly session: SseSession | undefined; readonly error: unknown }): void;
}

const channels = {
  opened: channel("mcp-sse.session.opened"),
  refused: channel("mcp-sse.refused"),
  received: channel("mcp-sse.message.received"),
  sent: channel("mcp-sse.message.sent"),
  backlog: channel("mcp-sse.session.backlog"),
  closed: channel("mcp-sse.session.closed"),
};

/** Hands events on. Nothing that an observer does comes back through it. */
export class Reporter {
  readonly #observer: SseObserver;
  readonly #unheard = new UnheardErrors();

  constructor(observer: SseObserver = {}) {
    this.#observer = observer;
  }

  opened(session: SseSession): void {
    if (!this.#isHeard("opened")) return;
    const event = { session };
    channels.opened.publish(event);
    this.#tell(session, () => this.#observer.opened?.(event));
  }

  refused(method: string, status: number, refusal: string, detail: string): void {
    if (!this.#isHeard("refused")) return;
    const event = { method, status, refusal, detail };
    channels.refused.publish(event);
    this.#tell(undefined, () => this.#observer.refused?.(event));
  }

  received(session: SseSession, bytes: number): void {
    if (!this.#isHeard("received")) return;
    const event = { session, bytes };
    channels.received.publish(event);
    this.#tell(session, () => this.#observer.received?.(event));
  }

  sent(session: SseSession, bytes: number, messages: number): void {
    if (!this.#isHeard("sent")) return;
    const event = { session, bytes, messages };
    channels.sent.publish(event);
    this.#tell(session, () => this.#observer.sent?.(event));
  }

  backlog(session: SseSession, bytes: number): void {
    if (!this.#isHeard("backlog")) return;
    const event = { session, bytes };
    channels.backlog.publish(event);
    this.#tell(session, () => this.#observer.backlog?.(event));
  }

  closed(session: SseSession, reason: CloseReason): void {
    if (!this.#isHeard("closed")) return;
    const event = { session, reason };
    channels.closed.publish(event);
    this.#tell(session, () => this.#observer.closed?.(event));
  }

  error(session: SseSession | undefined, error: unknown): void {
    try {
      if (this.#observer.error === undefined) this.#unheard.tell(error);
      else settle(this.#observer.error({ session, error }), () => undefined);
    } catch {
      // Whoever is told of errors has nobody to tell his own.
    }
  }

  #isHeard(name: keyof typeof channels): boolean {
    return this.#observer[name] !== undefined || channels[name].hasSubscribers;
  }

  #tell(session: SseSession | undefined, tell: () => unknown): void {
    try {
      settle(tell(), (error) => this.error(session, error));
    } catch (error) {
      this.error(session, error);
    }
  }
}

// An observer written as an async function rejects instead of throwing.
function settle(result: unknown, onRejected: (error: unknown) => void): void {
  if (result instanceof Promise) result.then(undefined, onRejected);
}
