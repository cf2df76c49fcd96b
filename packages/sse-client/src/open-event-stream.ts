// GET: an answer that is an event stream, or the reason why there is none.
//
//     GET /sse
//     accept: text/event-stream
//                                <- 200, content-type: text/event-stream

import { isEventStream } from "@mcp-sse/sse-codec";
import type { Attempt } from "./attempt.ts";
import { answered, notFollowed, passed, SseClientError } from "./errors.ts";
import { type Answered, makeRequest, type Requester } from "./make-request.ts";
import type { ResolvedOptions } from "./options.ts";
import { resolveUrl } from "./origin.ts";

/**
 * Makes the GET, and checks status and media type.
 *
 * The deadline of the attempt runs when it returns.
 *
 * @returns a stream whose body nobody has begun to read, and the URL that answered, after redirects.
 * @throws {@link SseClientError} `ERR_SSE_NETWORK`, `ERR_SSE_REDIRECT`, `ERR_SSE_UNAUTHORIZED`, `ERR_SSE_STATUS`,
 *   `ERR_SSE_CONTENT_TYPE`, `ERR_SSE_ENDPOINT_TIMEOUT`; whatever ends the attempt.
 */
export async function openEventStream(
  options: Requester & Pick<ResolvedOptions, "url" | "endpointTimeoutMs">,
  attempt: Attempt,
): Promise<Answered> {
  const { endpointTimeoutMs } = options;
  const { answer, url } = await makeRequest({ method: "GET", url: options.url }, options, attempt, () =>
    attempt.startDeadline(endpointTimeoutMs, () =>
      passed("ERR_SSE_ENDPOINT_TIMEOUT", "endpointTimeoutMs", endpointTimeoutMs),
    ),
  );
  const { status, redirectedTo } = answer;
  if (status !== 200) throw answered("ERR_SSE_STATUS", status);
  if (!isEventStream(answer.header("content-type"))) {
    throw new SseClientError("ERR_SSE_CONTENT_TYPE", "no event stream", { status });
  }
  // A fetch that follows redirects although it was told not to says so; where to is checked at least afterwards.
  const from = resolveUrl(redirectedTo ?? url.href, url);
  if (!from) throw notFollowed(status);
  return { answer, url: from };
}
