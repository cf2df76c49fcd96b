// What both adapters drive: the checks that every request passes, in one order.
//
//     target ▸ Host, Origin ▸ preflight ▸ method ▸ closed, draining ▸ GET: Accept │ POST: session ID ▸ authorize
//       ▸ GET: capacity, endpoint, accept │ POST: session, principal, type, coding, length, body, message, queue

import { type Authorized, authorizeRequest } from "./authorize.ts";
import { awaitAuthorization } from "./await-authorization.ts";
import { BusNode } from "./bus-node.ts";
import { corsHeaders, preflight } from "./cors.ts";
import { deliverMessage } from "./deliver-message.ts";
import { SseServerError } from "./errors.ts";
import type { Answer, Exchange } from "./exchange.ts";
import { Interruptions } from "./interruptions.ts";
import { createSessionWheel } from "./keep-alive.ts";
import { acceptsEventStream } from "./media-type.ts";
import { Reporter } from "./observer.ts";
import { openSession } from "./open-session.ts";
import type { HandlerSettings } from "./options.ts";
import { ACCEPTED, REFUSALS } from "./refusal.ts";
import { guardRequest, HANDLER_CLOSED, type Refused } from "./request-guard.ts";
import type { SseSession } from "./session.ts";
import { createSessionIds, type SessionIds } from "./session-id.ts";
import { findSessionId } from "./session-param.ts";
import { SessionTable } from "./session-table.ts";
import type { TimerWheel } from "./timer-wheel.ts";

/** The application's moment: it is handed every new session. */
export type Accept = (session: SseSession) => void | Promise<void>;

type Principal = { readonly of: string | undefined } | Refused;

/** One handler, whatever its requests come through. */
export class HandlerCore {
  readonly accept: Accept;
  readonly settings: HandlerSettings;
  readonly reporter: Reporter;
  readonly sessions: SessionTable;
  readonly wheel: TimerWheel;
  /** Tells those that still wait of the end of the handler. */
  readonly interruptions: Interruptions = new Interruptions();
  #ids: SessionIds | undefined;
  readonly #bus: BusNode | undefined;
  #closing: Promise<void> | undefined;
  #closed = false;

  constructor(accept: Accept, settings: HandlerSettings) {
    this.accept = accept;
    this.settings = settings;
    this.reporter = new Reporter(settings.observer);
    this.sessions = new SessionTable(settings);
    this.wheel = createSessionWheel(settings.limits);
    if (settings.bus !== undefined) this.#bus = new BusNode(settings.bus, this);
  }

  /** The IDs of this node. Made at the first use: some platforms give no random bytes before the first request. */
  get ids(): SessionIds {
    this.#ids ??= createSessionIds(this.settings.secret);
    return this.#ids;
  }

  /** Answers one exchange. Whatever fails is an answer, or the end of a session; nothing is thrown. */
  handle(exchange: Exchange): void {
    void this.#handle(exchange);
  }

  /** Answers with a refusal. */
  refuse(exchange: Exchange, { refusal, detail, guarded = false }: Refused): void {
    this.reporter.refused(exchange.method, refusal.status, refusal.name, detail);
    const answer = exchange.hasUnreadBody() ? { ...refusal, close: true } : refusal;
    // A page whose origin did not pass may not even read that.
    if (guarded) exchange.answer(answer);
    else this.#answer(exchange, answer);
  }

  /** What refuses a new session of a principal now. */
  refuseSession(principal: string | undefined): Refused | undefined {
    if (this.#closing !== undefined) return { refusal: REFUSALS.DRAINING, detail: "the handler is closing" };
    if (this.#bus?.ready === false) {
      return { refusal: REFUSALS.BUS_NOT_READY, detail: "the inbox on the bus is not confirmed (bus)" };
    }
    const full = this.sessions.fullFor(principal);
    if (full === undefined) return undefined;
    const { maxSessions, maxSessionsPerPrincipal } = this.settings;
    const detail =
      full === "TOO_MANY_SESSIONS"
        ? `${maxSessions} sessions are open (maxSessions)`
        : `${maxSessionsPerPrincipal} sessions of one principal are open (maxSessionsPerPrincipal)`;
    return { refusal: REFUSALS[full], detail };
  }

  /** Adds what CORS asks for to the headers of an answer. */
  headersFor(
    exchange: Exchange,
    headers: Readonly<Record<string, string>>,
  ): Readonly<Record<string, string>> {
    const { cors } = this.settings;
    return cors === undefined ? headers : { ...headers, ...corsHeaders(exchange.header("origin"), cors) };
  }

  /** Ends every session; settles when their streams have ended, within `graceMs`. */
  close(graceMs: number): Promise<void> {
    if (this.#closing === undefined) {
      let settle!: (closed: Promise<void>) => void;
      // Assigned before an observer can run: `close` inside `closed` must find it.
      this.#closing = new Promise<void>((resolve) => {
        settle = resolve;
      });
      settle(this.#close(graceMs));
    }
    return this.#closing;
  }

  async #close(graceMs: number): Promise<void> {
    const cause = new SseServerError("ERR_SSE_HANDLER_CLOSED", "the handler was closed");
    for (const session of this.sessions.values()) session.end({ code: "shutdown", cause }, Infinity);
    const streams = [...this.sessions.streams];
    const cutAll = (): void => {
      for (const session of streams) session.cut();
    };
    const timer = graceMs === Infinity ? undefined : setTimeout(cutAll, graceMs);
    await Promise.all(streams.map(({ closed }) => closed));
    clearTimeout(timer);
    await this.#bus?.stop(graceMs);
    this.#closed = true;
    this.interruptions.run();
  }

  async #handle(exchange: Exchange): Promise<void> {
    try {
      let refused: Refused | undefined;
      try {
        // A POST passes here for every message: what is not waited for is no promise.
        const routed = this.#route(exchange);
        refused = routed instanceof Promise ? await routed : routed;
      } catch (error) {
        this.reporter.error(undefined, error);
        refused = { refusal: REFUSALS.INTERNAL_ERROR, detail: "internal error" };
      }
      if (refused !== undefined) this.refuse(exchange, refused);
      else if (exchange.method === "POST") this.#answer(exchange, ACCEPTED);
    } catch (error) {
      this.reporter.error(undefined, error);
    }
  }

  #route(exchange: Exchange): Refused | undefined | Promise<Refused | undefined> {
    const { settings } = this;
    const guarded = guardRequest(exchange, settings);
    if (guarded !== undefined) return { ...guarded, guarded: true };
    const { method } = exchange;
    if (method === "OPTIONS" && settings.cors !== undefined) {
      this.#answer(exchange, preflight(settings.cors));
      return undefined;
    }
    if (method !== "GET" && method !== "POST") {
      return { refusal: REFUSALS.METHOD_NOT_ALLOWED, detail: "neither GET nor POST" };
    }
    if (this.#closed) return HANDLER_CLOSED;
    return method === "GET" ? this.#get(exchange) : this.#post(exchange);
  }

  async #get(exchange: Exchange): Promise<Refused | undefined> {
    if (this.#closing !== undefined) return { refusal: REFUSALS.DRAINING, detail: "the handler is closing" };
    if (!acceptsEventStream(exchange.header("accept"))) {
      return { refusal: REFUSALS.NOT_ACCEPTABLE, detail: "Accept excludes text/event-stream" };
    }
    const principal = await this.#authorize(exchange);
    return "refusal" in principal ? principal : openSession(this, exchange, principal.of);
  }

  #post(exchange: Exchange): Refused | Promise<Refused | undefined> {
    const found = findSessionId(exchange.target, this.settings.paramNames);
    if (found === undefined) {
      return { refusal: REFUSALS.MISSING_SESSION_ID, detail: "no session ID in the query (sessionParam)" };
    }
    if (found === "repeated") {
      return { refusal: REFUSALS.REPEATED_SESSION_ID, detail: "more than one session ID (sessionParam)" };
    }
    const principal = this.#authorize(exchange);
    return principal instanceof Promise
      ? principal.then((authorized) => this.#deliver(exchange, found.id, authorized))
      : this.#deliver(exchange, found.id, principal);
  }

  #deliver(
    exchange: Exchange,
    sessionId: string,
    authorized: Principal,
  ): Refused | Promise<Refused | undefined> {
    if ("refusal" in authorized) return authorized;
    const { of: principal } = authorized;
    const session = this.sessions.get(sessionId);
    if (session === undefined && this.#bus !== undefined)
      return this.#bus.deliver(exchange, sessionId, principal);
    if (session === undefined || !session.live) {
      return { refusal: REFUSALS.UNKNOWN_SESSION, detail: "no such session" };
    }
    if (session.principal !== principal) {
      return { refusal: REFUSALS.UNKNOWN_SESSION, detail: "the session of another principal" };
    }
    return deliverMessage(exchange, session, this.settings.limits);
  }

  #authorize(exchange: Exchange): Principal | Promise<Principal> {
    const { authorize, acceptTimeoutMs } = this.settings;
    const asked = authorizeRequest(exchange.request, authorize);
    if (!(asked instanceof Promise)) return this.#principalOf(asked);
    return awaitAuthorization(asked, exchange, acceptTimeoutMs, this).then((authorized) =>
      this.#principalOf(authorized),
    );
  }

  #principalOf(authorized: Authorized): Principal {
    if (!("refusal" in authorized)) return { of: authorized.principal };
    if ("error" in authorized) this.reporter.error(undefined, authorized.error);
    return authorized;
  }

  #answer(exchange: Exchange, answer: Answer): void {
    const { cors } = this.settings;
    if (cors === undefined) exchange.answer(answer);
    else exchange.answer({ ...answer, headers: this.headersFor(exchange, answer.headers) });
  }
}
