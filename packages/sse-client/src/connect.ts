import { createHttpClient } from "#request";
import { Attempt } from "./attempt.ts";
import { createAuthorization } from "./authorization.ts";
import { awaitEndpoint, NOBODY } from "./await-endpoint.ts";
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
  const { fetch, agent } = resolved;
  const authorization = createAuthorization(resolved.headers, resolved.auth);
  const http = fetch === undefined ? createHttpClient({ agent }) : createFetchClient(fetch);
  const attempt = new Attempt(resolved.signal);
  try {
    return await open(resolved, { http, authorization }, attempt);
  } catch (error) {
    http.close();
    throw error;
  } finally {
    attempt.finish();
  }
}

async function open(
  options: ResolvedOptions,
  requester: Requester,
  attempt: Attempt,
): Promise<SseClientConnection> {
  const { answer, url } = await openEventStream(options.url, requester, attempt, options.endpointTimeoutMs);
  let connection!: SseClientConnection;
  const opened = awaitEndpoint(answer, url, options.maxEventBytes, (endpoint, flow) => {
    // Given up in this very moment: nothing may begin that nobody would end.
    if (!attempt.finish()) return NOBODY;
    const parts = { ...requester, endpoint, flow, options };
    const created = createClientConnection(parts);
    connection = created.connection;
    return created.receiver;
  });
  await attempt.race(opened);
  return connection;
}
