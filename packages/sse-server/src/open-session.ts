// GET: a new session. The application's `accept` runs first; then headers and endpoint event, in one write.

import { type CloseReason, ConnectionClosedError } from "@mcp-sse/jsonrpc";
import { endpointOf } from "./endpoint.ts";
import { SseServerError } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import type { HandlerCore } from "./handler-core.ts";
import { REFUSALS } from "./refusal.ts";
import type { Refused } from "./request-guard.ts";
import { ServerSession } from "./server-session.ts";

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

  let timer: ReturnType<typeof setTimeout> | undefined;
  const session: ServerSession = new ServerSession({
    id,
    principal,
    request: exchange.request,
    endpoint,
    headers: core.headersFor(exchange, STREAM_HEADERS),
    limits: core.settings.limits,
    wheel: core.wheel,
    reporter: core.reporter,
    openStream: (events) => exchange.openStream(events),
    onAnswer(unanswered) {
      clearTimeout(timer);
      if (unanswered !== undefined) answerInstead(core, exchange, unanswered);
    },
    onLeave: (left) => core.sessions.remove(left),
  });
  core.sessions.add(session);
  const { acceptTimeoutMs } = core.settings;
  if (callAccept(core, session) && acceptTimeoutMs !== Infinity) {
    timer = setTimeout(() => {
      const limit = `accept took longer than ${acceptTimeoutMs} ms (acceptTimeoutMs)`;
      fail(core, session, new SseServerError("ERR_SSE_ACCEPT", limit));
    }, acceptTimeoutMs);
  }
  return undefined;
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
