// POST: one message, and any 2xx is acceptance.
//
//     POST /messages?sessionId=4WVKDJ
//     content-type: application/json
//                                <- 202

import { createAttempt } from "./attempt.ts";
import { answered, notFollowed, passed } from "./errors.ts";
import type { HttpExchange } from "./http.ts";
import { type Answered, makeRequest, type Requester } from "./make-request.ts";
import type { Failure } from "./post-queue.ts";

/** What all POSTs of a connection have in common. */
export interface PostContext extends Requester {
  readonly endpoint: URL;
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
 * @param onSent - called with true when it has left as a whole, with false when an answer has it sent again.
 * @returns what gives it up; whatever `settle` is called with afterwards is of no interest.
 */
export function postMessage(
  body: string,
  context: PostContext,
  settle: (failure?: Failure) => void,
  onSent: (isSent: boolean) => void,
): () => void {
  let exchange: HttpExchange | undefined;
  const attempt = createAttempt(undefined, () => exchange?.cancel());
  const { postTimeoutMs } = context;

  function onStart(started?: HttpExchange): void {
    if (started) {
      exchange = started;
      started.onSent(() => onSent(true));
      attempt.startDeadline(postTimeoutMs, () =>
        passed("ERR_SSE_POST_TIMEOUT", "postTimeoutMs", postTimeoutMs),
      );
    } else onSent(false);
  }

  function onAnswer({ answer }: Answered): void {
    const { status, redirectedTo } = answer;
    // The deadline runs on: a body without an end must not hold its socket.
    void answer.discard().then(() => attempt.finish());
    // A fetch that follows redirects although it was told not to may have made a GET of it.
    if (redirectedTo !== undefined) settle({ error: notFollowed(status) });
    else if (status >= 200 && status <= 299) settle();
    else settle({ error: answered("ERR_SSE_POST", status) });
  }

  function onFailure(error: unknown): void {
    attempt.giveUp(error);
    settle({ error });
  }

  makeRequest({ method: "POST", url: context.endpoint, body }, context, attempt, onStart).then(
    onAnswer,
    onFailure,
  );
  return () => attempt.giveUp(undefined);
}
