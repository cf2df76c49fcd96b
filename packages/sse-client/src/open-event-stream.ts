// GET: an answer that is an event stream, or the reason why there is none.
//
//     GET /sse
//     accept: text/event-stream
//                                <- 200, content-type: text/event-stream

import { isEventStream } from "@mcp-sse/sse-codec";
import { type Authorization, unauthorized } from "./authorization.ts";
import type { ConnectAttempt } from "./connect-attempt.ts";
import { networkError, notFollowed, SseClientError } from "./errors.ts";
import type { HttpAnswer, HttpClient, HttpExchange } from "./http.ts";
import { isSameOrigin } from "./origin.ts";
import { isRedirect, redirectTarget } from "./redirect.ts";

/** Redirects that a GET follows: more than a deployment needs, fewer than a loop takes. */
const MAX_REDIRECTS = 5;

/** A stream whose body nobody has begun to read. */
export interface OpenEventStream {
  readonly exchange: HttpExchange;
  readonly answer: HttpAnswer;
  /** The URL that answered, after redirects. */
  readonly url: URL;
}

/**
 * Makes the GET: follows redirects on its origin, has a 401 renewed once, and checks status and media type.
 *
 * The deadline of the attempt runs when it returns.
 *
 * @throws {@link SseClientError} `ERR_SSE_NETWORK`, `ERR_SSE_REDIRECT`, `ERR_SSE_UNAUTHORIZED`, `ERR_SSE_STATUS`,
 *   `ERR_SSE_CONTENT_TYPE`; whatever ends the attempt.
 */
export async function openEventStream(
  start: URL,
  http: HttpClient,
  authorization: Authorization,
  attempt: ConnectAttempt,
  endpointTimeoutMs: number,
): Promise<OpenEventStream> {
  let url = start;
  let redirects = 0;
  let mayRenew = authorization.canRenew;
  for (;;) {
    const generation = authorization.generation();
    const headers = await attempt.race(authorization.headersOf("GET", url));
    attempt.startDeadline(endpointTimeoutMs);
    const exchange = http.send({ method: "GET", url, headers });
    const answer = await attempt.race(
      exchange.answer.catch((cause: unknown) => {
        throw networkError("the server cannot be reached", cause);
      }),
    );
    if (answer.status === 401 && mayRenew) {
      attempt.stopDeadline();
      mayRenew = false;
      await attempt.race(authorization.renew(generation, answer, url));
      exchange.cancel();
    } else if (isRedirect(answer)) {
      const target = redirects < MAX_REDIRECTS ? redirectTarget(answer, url) : undefined;
      if (target === undefined) throw notFollowed(answer.status);
      redirects++;
      void answer.discard();
      url = target;
    } else {
      check(answer);
      return { exchange, answer, url: answeredBy(answer, url) };
    }
  }
}

function check(answer: HttpAnswer): void {
  const { status } = answer;
  if (status === 401) throw unauthorized();
  if (status !== 200)
    throw new SseClientError("ERR_SSE_STATUS", `the GET was answered ${status}`, { status });
  if (!isEventStream(answer.header("content-type"))) {
    throw new SseClientError("ERR_SSE_CONTENT_TYPE", "the answer is no event stream", { status });
  }
}

/** A fetch that follows redirects although it was told not to says so; where to is checked at least afterwards. */
function answeredBy(answer: HttpAnswer, asked: URL): URL {
  if (answer.redirectedTo === undefined) return asked;
  const answered = new URL(answer.redirectedTo);
  if (!isSameOrigin(answered, asked)) throw notFollowed(answer.status);
  return answered;
}
