// POST: one message, and any 2xx is acceptance.
//
//     POST /messages?sessionId=4WVKDJ
//     content-type: application/json
//                                <- 202

import { type Authorization, unauthorized } from "./authorization.ts";
import { networkError, notFollowed, SseClientError } from "./errors.ts";
import type { HttpAnswer, HttpClient, HttpExchange } from "./http.ts";
import type { Failure } from "./post-queue.ts";
import { isRedirect, redirectTarget } from "./redirect.ts";
import { after } from "./timer.ts";

/** What all POSTs of a connection have in common. */
export interface PostContext {
  readonly endpoint: URL;
  readonly http: HttpClient;
  readonly authorization: Authorization;
  readonly postTimeoutMs: number;
}

/**
 * Posts a message.
 *
 * It is sent again in two cases only, once each, and both are answers that say that it was not taken: a 401
 * after which the authorization was renewed, and a 307 or 308 on the same origin.
 *
 * @param body - the encoded message.
 * @param settle - called once when its fate is known, with the error if it was not accepted: `ERR_SSE_POST`,
 *   `ERR_SSE_POST_TIMEOUT`, `ERR_SSE_NETWORK`, `ERR_SSE_REDIRECT`, `ERR_SSE_UNAUTHORIZED`, or what a function of
 *   the options threw.
 * @returns what gives it up; `settle` is not called any more.
 */
export function postMessage(
  body: string,
  context: PostContext,
  settle: (failure?: Failure) => void,
): () => void {
  const { endpoint, http, authorization, postTimeoutMs } = context;
  let exchange: HttpExchange | undefined;
  let cancelled = false;

  async function run(): Promise<void> {
    let url = endpoint;
    let mayRenew = authorization.canRenew;
    let mayRedirect = true;
    for (;;) {
      const generation = authorization.generation();
      const asked = authorization.headersOf("POST", url);
      const headers = asked instanceof Promise ? await asked : asked;
      if (cancelled) return;
      exchange = http.send({ method: "POST", url, headers, body });
      const { answer, stopDeadline } = await answered(exchange, postTimeoutMs);
      const { status } = answer;
      if (status === 401 && mayRenew) {
        stopDeadline();
        mayRenew = false;
        await authorization.renew(generation, answer, url);
        exchange.cancel();
        continue;
      }
      // The deadline runs on: a body without an end must not hold its socket.
      void answer.discard().then(stopDeadline);
      // A fetch that follows redirects although it was told not to may have made a GET of it.
      if (answer.redirectedTo !== undefined) throw notFollowed(status);
      if (status >= 200 && status < 300) return;
      if (!isRedirect(answer)) throw refused(status);
      url = followed(answer, url, mayRedirect);
      mayRedirect = false;
    }
  }

  run().then(
    () => cancelled || settle(),
    (error: unknown) => cancelled || settle({ error }),
  );
  return () => {
    cancelled = true;
    exchange?.cancel();
  };
}

async function answered(
  exchange: HttpExchange,
  postTimeoutMs: number,
): Promise<{ answer: HttpAnswer; stopDeadline: () => void }> {
  let late = false;
  const stopDeadline = after(postTimeoutMs, () => {
    late = true;
    exchange.cancel();
  });
  try {
    return { answer: await exchange.answer, stopDeadline };
  } catch (cause) {
    stopDeadline();
    if (!late) throw networkError("the POST broke before its answer", cause);
    throw new SseClientError("ERR_SSE_POST_TIMEOUT", `no answer within postTimeoutMs, ${postTimeoutMs}`);
  }
}

function followed(answer: HttpAnswer, from: URL, mayRedirect: boolean): URL {
  const { status } = answer;
  // The others have a POST turned into a GET (Fetch, "HTTP-redirect fetch"): the message would be lost.
  const target = mayRedirect && status > 303 ? redirectTarget(answer, from) : undefined;
  if (target === undefined) throw notFollowed(status);
  return target;
}

function refused(status: number): SseClientError {
  if (status === 401) return unauthorized();
  return new SseClientError("ERR_SSE_POST", `the POST was answered ${status}`, { status });
}
