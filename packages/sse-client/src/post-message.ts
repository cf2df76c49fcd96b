// POST: one message, and any 2xx is acceptance.
//
//     POST /messages?sessionId=4WVKDJ
//     content-type: application/json
//                                <- 202

import { type Authorization, unauthorized } from "./authorization.ts";
import { networkError, SseClientError } from "./errors.ts";
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
 *   `ERR_SSE_POST_TIMEOUT`, `ERR_SSE_NETWORK`, `ERR_SSE_REDIRECT`, `ERR_SSE_UNAUTHORIZED`, or what an option's function threw.
 * @returns what gives it up; `settle` is not called any more.
 */
export function postMessage(
  body: string,
  context: PostContext,
  settle: (failure?: Failure) => void,
): () => void {
  const post = new Post(body, context);
  post.run().then(
    () => post.cancelled || settle(),
    (error: unknown) => post.cancelled || settle({ error }),
  );
  return () => post.cancel();
}

class Post {
  readonly #body: string;
  readonly #context: PostContext;
  #exchange: HttpExchange | undefined;
  cancelled = false;

  constructor(body: string, context: PostContext) {
    this.#body = body;
    this.#context = context;
  }

  cancel(): void {
    this.cancelled = true;
    this.#exchange?.cancel();
  }

  async run(): Promise<void> {
    const { authorization, http } = this.#context;
    let url = this.#context.endpoint;
    let mayRenew = authorization.canRenew;
    let mayRedirect = true;
    for (;;) {
      const { generation } = authorization;
      const asked = authorization.headersOf("POST", url);
      const headers = asked instanceof Promise ? await asked : asked;
      if (this.cancelled) return;
      const exchange = http.send({ method: "POST", url, headers, body: this.#body });
      this.#exchange = exchange;
      const { answer, stopDeadline } = await this.#answered(exchange);
      const { status } = answer;
      if (status === 401 && mayRenew) {
        stopDeadline();
        mayRenew = false;
        await authorization.renew(generation, answer, url);
        exchange.cancel();
        if (this.cancelled) return;
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

  async #answered(exchange: HttpExchange): Promise<{ answer: HttpAnswer; stopDeadline: () => void }> {
    const { postTimeoutMs } = this.#context;
    let late = false;
    const stopDeadline = after(postTimeoutMs, () => {
      late = true;
      exchange.cancel();
    });
    try {
      return { answer: await exchange.answer, stopDeadline };
    } catch (cause) {
      stopDeadline();
      if (!late) throw networkError("the POST broke before it was answered", cause);
      const what = `no answer to the POST within postTimeoutMs, ${postTimeoutMs}`;
      throw new SseClientError("ERR_SSE_POST_TIMEOUT", what);
    }
  }
}

function followed(answer: HttpAnswer, from: URL, mayRedirect: boolean): URL {
  const { status } = answer;
  // The others have a POST turned into a GET (Fetch, "HTTP-redirect fetch"): the message would be lost.
  const target = status === 307 || status === 308 ? redirectTarget(answer, from) : undefined;
  if (target === undefined || !mayRedirect) throw notFollowed(status);
  return target;
}

function notFollowed(status: number): SseClientError {
  return new SseClientError("ERR_SSE_REDIRECT", "the POST was redirected where it does not follow", {
    status,
  });
}

function refused(status: number): SseClientError {
  if (status === 401) return unauthorized();
  return new SseClientError("ERR_SSE_POST", `the server answered ${status} to the POST`, { status });
}
