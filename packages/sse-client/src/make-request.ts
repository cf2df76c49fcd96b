// A request, and what may follow from its answer before it is one: a renewed authorization, a redirect.

import { failureText } from "#request";
import type { Attempt } from "./attempt.ts";
import { type Authorization, unauthorized } from "./authorization.ts";
import { networkError, notFollowed } from "./errors.ts";
import type { HttpAnswer, HttpClient, HttpExchange, HttpRequest } from "./http.ts";
import { isRedirect, redirectTarget } from "./redirect.ts";
import { NEVER } from "./timer.ts";

/** Redirects that a GET follows: more than a deployment needs, fewer than a loop takes. */
const MAX_REDIRECTS = 5;

/** What all requests of a connection are made with. */
export interface Requester {
  readonly http: HttpClient;
  readonly authorization: Authorization;
}

/** Neither a 401 nor a redirect; its body is unread. */
export interface Answered {
  readonly answer: HttpAnswer;
  /** Where it came from. */
  readonly url: URL;
}

/**
 * Makes a request.
 *
 * It is made again after a 401, once, if the authorization could be renewed; and elsewhere on the same origin, after
 * a redirect: five times at most for a GET, once for a POST, and that only with a status that keeps its body.
 *
 * @param onSent - called each time it is sent; without its exchange when it was answered, and is to be made again.
 * @throws {@link SseClientError} `ERR_SSE_NETWORK`, `ERR_SSE_REDIRECT`, `ERR_SSE_UNAUTHORIZED`; whatever ends the
 *   attempt; what a function of the options threw. The exchange that was sent last is left to the caller.
 */
export async function makeRequest(
  { method, url, body }: Pick<HttpRequest, "method" | "url" | "body">,
  { http, authorization }: Requester,
  attempt: Attempt,
  onSent: (exchange?: HttpExchange) => void,
): Promise<Answered> {
  let redirects = method === "GET" ? MAX_REDIRECTS : 1;
  let mayRenew = authorization.canRenew;
  let redirecting: HttpExchange | undefined;
  for (;;) {
    const generation = authorization.generation();
    const asked = authorization.headersOf(method, url);
    const headers = asked instanceof Promise ? await attempt.race(asked) : asked;
    const exchange = http.send({ method, url, headers, body });
    onSent(exchange);
    let answer: HttpAnswer;
    try {
      answer = await attempt.race(
        exchange.answer.catch((cause: unknown) => {
          throw broke(cause, url);
        }),
      );
    } finally {
      // By now a redirect's body has had the time to end: one that goes on must not hold its socket.
      redirecting?.cancel();
    }
    const { status } = answer;
    if (status === 401) {
      if (!mayRenew) throw unauthorized();
      mayRenew = false;
      onSent();
      attempt.startDeadline(NEVER);
      await attempt.race(authorization.renew(generation, answer, url));
      exchange.cancel();
    } else if (isRedirect(answer)) {
      // The other statuses have a POST turned into a GET (Fetch, "HTTP-redirect fetch"): its message would be lost.
      const mayFollow = redirects-- > 0 && (method === "GET" || status > 303);
      const target = mayFollow ? redirectTarget(answer, url) : undefined;
      if (!target) throw notFollowed(status);
      onSent();
      void answer.discard();
      redirecting = exchange;
      url = target;
    } else {
      return { answer, url };
    }
  }
}

function broke(cause: unknown, { search, pathname }: URL): Error {
  // The secret is where the session ID is, or something else that is not for everybody.
  return networkError(failureText(cause), cause, search || pathname);
}
