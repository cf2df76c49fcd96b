// GET: a new session. The application's `accept` runs first; then headers and endpoint event, in one write.

import { type CloseReason, ConnectionClosedError } from "@mcp-sse/jsonrpc";
import { endpointOf } from "./endpoint.ts";
import { SseServerError } from "./errors.ts";
import type { EventSink, Exchange, SinkEvents } from "./exchange.ts";
import type { HandlerCore } from "./handler-core.ts";
import type { ResolvedSessionLimits } from "./limits.ts";
import type { Reporter } from "./observer.ts";
import { REFUSALS } from "./refusal.ts";
import type { SseRequest } from "./request.ts";
import type { Refused } from "./request-guard.ts";
import { ServerSession } from "./server-session.ts";
import type { SessionParts } from "./session-parts.ts";
import type { TimerWheel } from "./timer-wheel.ts";

/** The headers of every event stream. `no-transform` and `x-accel-buffering` keep middlemen from holding events back. */
export const STREAM_HEADERS: Readonly<Record<string, string>> = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

/**
 * Opens a session and hands it to the application.
 *
 * @returns what refuses it; `undefined` once the session answers the exchange, sooner or later.
 */
export async function openSession(
  core: HandlerCore,
  exchange: Exchange,
  principal: string | undefined,
): Promise<Refused | undefined> {
  const made = core.ids.create();
  const id = typeof made === "string" ? made : await made;
  const full = core.refuseSession(principal);
  if (full !== undefined) return full;
  let endpoint: string;
  try {
    endpoint = endpointOf(exchange.request, id, core.settings);
  } catch (error) {
    core.reporter.error(undefined, error);
    return { refusal: REFUSALS.ENDPOINT_FAILED, detail: "endpoint failed" };
  }
  // Again, because the application's `endpoint` may have closed the handler. No wait between this check and the place in
  // the table, or many could pass at once.
  const refused = core.refuseSession(principal);
  if (refused !== undefined) return refused;

  const parts = new GetParts(core, exchange, id, principal, endpoint);
  const session = new ServerSession(parts);
  core.sessions.add(session);
  const { acceptTimeoutMs } = core.settings;
  if (callAccept(core, session) && acceptTimeoutMs !== Infinity) {
    parts.acceptTimer = setTimeout(() => {
      const limit = `accept took longer than ${acceptTimeoutMs} ms (acceptTimeoutMs)`;
      fail(core, session, new SseServerError("ERR_SSE_ACCEPT", limit));
    }, acceptTimeoutMs);
  }
  return undefined;
}

/** A class that lets go of what only the answer needed: the session lives long after it, and there are thousands. */
class GetParts implements SessionParts {
  readonly id: string;
  readonly principal: string | undefined;
  readonly request: SseRequest;
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  acceptTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #core: HandlerCore;
  #exchange: Exchange | undefined;

  constructor(
    core: HandlerCore,
    exchange: Exchange,
    id: string,
    principal: string | undefined,
    endpoint: string,
  ) {
    this.id = id;
    this.principal = principal;
    this.request = exchange.request;
    this.endpoint = endpoint;
    this.headers = core.headersFor(exchange, STREAM_HEADERS);
    this.#core = core;
    this.#exchange = exchange;
  }

  get limits(): ResolvedSessionLimits {
    return this.#core.settings.limits;
  }

  get wheel(): TimerWheel {
    return this.#core.wheel;
  }

  get reporter(): Reporter {
    return this.#core.reporter;
  }

  openStream(events: SinkEvents): EventSink {
    if (this.#exchange === undefined) throw new TypeError("the stream was opened already");
    return this.#exchange.openStream(events);
  }

  onAnswer(unanswered: CloseReason | undefined): void {
    clearTimeout(this.acceptTimer);
    this.acceptTimer = undefined;
    const exchange = this.#exchange;
    this.#exchange = undefined;
    this.endpoint = "";
    if (unanswered !== undefined && exchange !== undefined) answerInstead(this.#core, exchange, unanswered);
  }

  onLeave(session: ServerSession): void {
    this.#core.sessions.remove(session);
  }

  onEnd(session: ServerSession): void {
    this.#core.sessions.drop(session);
  }
}

/** Hands the session over; true while it waits for `accept` to start the answer. */
function callAccept(core: HandlerCore, session: ServerSession): boolean {
  const failed = (cause: unknown): void => {
    fail(core, session, new SseServerError("ERR_SSE_ACCEPT", "accept failed", { cause }));
  };
  try {
    const accepted = core.accept(session);
    if (accepted === undefined) session.start();
    else
      Promise.resolve(accepted)
        .then(() => session.start())
        .catch(failed);
  } catch (error) {
    failed(error);
  }
  return !session.live && session.reason === undefined;
}

function fail(core: HandlerCore, session: ServerSession, error: SseServerError): void {
  const { live, reason } = session;
  // A loop over a session that ends is left by the error that its `write` rejects with: no news.
  if (reason !== undefined && error.cause instanceof ConnectionClosedError) return;
  core.reporter.error(live ? session : undefined, error);
  session.end({ code: "accept-failed", cause: error });
}

/** Answers a GET whose session ended before its stream started. */
function answerInstead(core: HandlerCore, exchange: Exchange, { code, cause }: CloseReason): void {
  if (code === "peer" || code === "network") {
    // Nobody is there to read it.
    exchange.answer(REFUSALS.ACCEPT_FAILED);
  } else if (code === "shutdown") {
    core.refuse(exchange, { refusal: REFUSALS.DRAINING, detail: "the handler was closed" });
  } else if (cause instanceof SseServerError) {
    const refusal = "cause" in cause ? REFUSALS.ACCEPT_FAILED : REFUSALS.ACCEPT_TIMEOUT;
    core.refuse(exchange, { refusal, detail: cause.message });
  } else {
    core.refuse(exchange, { refusal: REFUSALS.ACCEPT_FAILED, detail: "accept closed the session" });
  }
}
