// A session without a handler: an endpoint and a response that somebody else routed here.
//
//     GET  → openNodeSession(res, { endpoint }) → start()            headers and endpoint event
//     POST → session.handlePost(req, res)                            202, or a refusal of the status table
//
// Host, Origin and who is asking are the caller's to check: nothing here does.

import { deliverMessage } from "../deliver-message.ts";
import { checkedEndpoint } from "../endpoint.ts";
import { resolveLimits, type SessionLimits } from "../limits.ts";
import type { SseObserver } from "../observer.ts";
import { checkObserver, checkOptions, checkText } from "../option-kinds.ts";
import { REFUSALS } from "../refusal.ts";
import { LACKS_HEADERS, type Refused } from "../request-guard.ts";
import { ServerSession } from "../server-session.ts";
import type { SseSession } from "../session.ts";
import { checkSessionParam } from "../session-param.ts";
import { SESSION_PARAM } from "../wire.ts";
import { wrongKind } from "../wrong-option.ts";
import { NodeExchange } from "./exchange.ts";
import type { NodeRequest, NodeResponse } from "./node-http.ts";
import { ResponseParts, type SharedParts, sharedParts } from "./response-parts.ts";

/** How a session without a handler is set up. */
export interface NodeSessionOptions extends SessionLimits {
  /** Where the client is told to POST: a path or a URL; the session ID is put into its query. */
  readonly endpoint: string | URL;
  /** Query parameter that carries the session ID. @defaultValue "sessionId" */
  readonly sessionParam?: string | undefined;
  /** Body of a 202. @defaultValue none */
  readonly acceptedBody?: string | undefined;
  /** The GET. @defaultValue `res.req` */
  readonly request?: NodeRequest | undefined;
  /** Told what happens, for logs and metrics. */
  readonly observer?: SseObserver | undefined;
}

/** What a POST was answered with. */
export interface PostResult {
  readonly status: number;
  /** Name of the refusal; `undefined` after a 202. */
  readonly refusal: string | undefined;
  /** What was refused and the option that decides; `undefined` after a 202. */
  readonly detail: string | undefined;
}

/** A session over a response that exists already. */
export interface NodeSession extends SseSession {
  /**
   * Starts the answer: headers and endpoint event, in one write. The first `read`, `receive`, `write` or iteration
   * does it too. Twice is nothing.
   */
  start(): void;

  /**
   * Answers one POST to this session: 202 when its message is in the queue, a refusal otherwise; 404 before `start` and
   * after the end. Never rejects.
   *
   * @param parsedBody - the body, where a parser read it and did not leave it in `req.body`.
   */
  handlePost(req: NodeRequest, res: NodeResponse, parsedBody?: unknown): Promise<PostResult>;
}

/**
 * Opens a session on a response. Nothing is written before it starts; closed before that, it leaves the response to
 * its owner.
 *
 * @throws RangeError for a limit or a `sessionParam` that makes no sense; TypeError for an endpoint that is none, for
 *   another option of the wrong kind, and without a response or a request.
 */
export function openNodeSession(res: NodeResponse, options: NodeSessionOptions): NodeSession {
  if (typeof res !== "object" || res === null) throw wrongKind("res", res, "the response to the GET");
  checkOptions(options);
  const { endpoint, sessionParam = SESSION_PARAM, acceptedBody = "", request = res.req, observer } = options;
  if (request === undefined) throw new TypeError("request must be given where the response does not hold it");
  checkObserver(observer);
  checkText("acceptedBody", acceptedBody);
  checkText("sessionParam", sessionParam);
  checkSessionParam(sessionParam);
  const shared = sharedParts(resolveLimits(options), observer, acceptedBody);
  return new StandaloneSession(
    new ResponseParts(res, request, shared, checkedEndpoint(endpoint), sessionParam),
  );
}

class StandaloneSession extends ServerSession implements NodeSession {
  readonly #shared: SharedParts;

  constructor(parts: ResponseParts) {
    super(parts);
    this.#shared = parts.shared;
  }

  async handlePost(req: NodeRequest, res: NodeResponse, parsedBody?: unknown): Promise<PostResult> {
    const { reporter, accepted } = this.#shared;
    const exchange = new NodeExchange(req, res, parsedBody);
    const refused = await this.#deliver(exchange);
    if (refused === undefined) {
      exchange.answer(accepted);
      return { status: accepted.status, refusal: undefined, detail: undefined };
    }
    const { refusal, detail } = refused;
    reporter.refused(exchange.method, refusal.status, refusal.name, detail);
    exchange.answer(exchange.hasUnreadBody() ? { ...refusal, close: true } : refusal);
    return { status: refusal.status, refusal: refusal.name, detail };
  }

  async #deliver(exchange: NodeExchange): Promise<Refused | undefined> {
    if (exchange.mayLackHeaders()) return LACKS_HEADERS;
    if (!this.live)
      return { refusal: REFUSALS.UNKNOWN_SESSION, detail: "the session has ended or not started" };
    try {
      return await deliverMessage(exchange, this, this.#shared.limits);
    } catch (error) {
      this.#shared.reporter.error(this, error);
      return { refusal: REFUSALS.INTERNAL_ERROR, detail: "internal error" };
    }
  }
}
