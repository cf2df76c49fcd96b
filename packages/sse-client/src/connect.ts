import { createHttpClient } from "#request";
import { type Attempt, createAttempt } from "./attempt.ts";
import { createAuthorization } from "./authorization.ts";
import { awaitEndpoint } from "./await-endpoint.ts";
import { createClientConnection, type SseClientConnection } from "./client-connection.ts";
import { createFetchClient } from "./fetch/request.ts";
import type { Requester } from "./make-request.ts";
import { openEventStream } from "./open-event-stream.ts";
import { type ResolvedOptions, resolveOptions, type SseClientOptions } from "./options.ts";

/**
 * Connects to an HTTP+SSE server.
 *
 * The connection ends when the stream does. It never opens another one by itself: that would be a new session,
 * which knows nothing of what was said in this one.
 *
 * @param url - the SSE endpoint: absolute, `http:` or `https:`.
 * @returns once the server has named the session endpoint.
 * @throws {@link SseClientError} `ERR_SSE_NETWORK`, `ERR_SSE_STATUS`, `ERR_SSE_UNAUTHORIZED`, `ERR_SSE_REDIRECT`,
 *   `ERR_SSE_CONTENT_TYPE`, `ERR_SSE_NO_ENDPOINT`, `ERR_SSE_FIRST_EVENT`, `ERR_SSE_ENDPOINT_ORIGIN`,
 *   `ERR_SSE_ENDPOINT_TIMEOUT`.
 * @throws the reason of `signal`, itself, when that is aborted first; what a function of the options threw.
 * @throws TypeError, RangeError for a URL or an option that cannot be.
 *
 * Source: MCP 2024-11-05 transports, "HTTP with SSE".
 */
export async function connectSse(
  url: string | URL,
  options: SseClientOptions = {},
): Promise<SseClientConnection> {
  const resolved = resolveOptions(url, options);
  const { fetch, headers, auth, signal } = resolved;
  const authorization = createAuthorization(headers, auth);
  const http = fetch ? createFetchClient(fetch) : createHttpClient(resolved);
  const attempt = createAttempt(signal);
  try {
    // Then not even a request is made.
    signal?.throwIfAborted();
    return await open({ ...resolved, authorization, http }, attempt);
  } catch (error) {
    http.close();
    throw error;
  } finally {
    attempt.finish();
  }
}

async function open(options: Requester & ResolvedOptions, attempt: Attempt): Promise<SseClientConnection> {
  const { answer, url } = await openEventStream(options, attempt);
  const opened = awaitEndpoint(answer, url, options.maxEventBytes, (endpoint, flow) =>
    // Given up in this very moment: nothing may begin that nobody would end.
    attempt.finish() ? createClientConnection({ ...options, endpoint, flow }) : undefined,
  );
  // Without one it was given up, and that is what this rejects with.
  return attempt.race(opened as Promise<SseClientConnection>);
}
