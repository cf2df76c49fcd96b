// The SDK's options about requests, as the one `fetch` that `connectSse` takes.

import type { FetchLike } from "@mcp-sse/sse-client";
import type { SSEClientTransportOptions } from "./client-options.ts";

/** Redirects that a request of an `authProvider` follows: as many as the GET of `connectSse`. */
const MAX_REDIRECTS = 5;

/**
 * Composes the `fetch` of the options.
 *
 * @param wrap - put around whatever makes the requests.
 * @returns `undefined` if nothing is asked for that the client's own requests could not do.
 */
export function fetchOf(
  options: SSEClientTransportOptions,
  wrap?: (fetch: FetchLike) => FetchLike,
): FetchLike | undefined {
  const { eventSourceInit, redirectPolicy } = options;
  const postInit = withoutHeaders(options.requestInit);
  const credentials = eventSourceInit?.withCredentials === true;
  const asked =
    eventSourceInit?.fetch !== undefined ||
    credentials ||
    redirectPolicy === "follow" ||
    Object.keys(postInit).length > 0 ||
    wrap !== undefined;
  if (!asked) return options.fetch;

  const base = baseFetch(options);
  const around = wrap ?? ((fetch: FetchLike) => fetch);
  const ofGet = around((eventSourceInit?.fetch ?? base) as FetchLike);
  const ofPost = around(base);
  const follow = redirectPolicy === "follow";
  return async (url, init = {}) => {
    const isPost = init.method === "POST";
    const merged: RequestInit = isPost ? { ...postInit, ...init } : { ...init };
    if (credentials && !isPost) merged.credentials = "include";
    if (follow) merged.redirect = "follow";
    if (isPost && postInit.redirect === "error") merged.redirect = "error";
    const response = await (isPost ? ofPost : ofGet)(url, merged);
    return response.redirected ? unredirected(response) : response;
  };
}

/**
 * Checks `redirectPolicy`, which decides where credentials go.
 *
 * @throws TypeError for what is no policy: taken for the default, it would hide a typo.
 */
export function checkRedirectPolicy({ redirectPolicy }: SSEClientTransportOptions): void {
  if (redirectPolicy === undefined || redirectPolicy === "same-origin" || redirectPolicy === "follow") return;
  throw new TypeError('redirectPolicy must be "same-origin" or "follow"');
}

/**
 * Makes the requests of the SDK's `auth()`, which follows redirects itself, within their origin; under
 * `redirectPolicy: "follow"` they are left to `fetch` here, too.
 */
export function oauthFetchOf(serverUrl: URL, options: SSEClientTransportOptions): FetchLike {
  const fetch = authFetchOf(serverUrl, options);
  if (options.redirectPolicy !== "follow") return fetch;
  const { redirect = "follow" } = options.requestInit ?? {};
  return (url, init) => fetch(url, { ...init, redirect });
}

/**
 * Makes the requests of an `authProvider`: with the transport's `fetch` and its `requestInit`.
 *
 * Of that, `headers` and `credentials` stay on the origin of the server. Where to authorize is what a 401 says, and a key
 * in `headers` is not for whoever is named there. Nor for whoever a redirect names: one that leaves the origin is the
 * answer, unless `redirectPolicy` is `"follow"`.
 */
export function authFetchOf(serverUrl: URL, options: SSEClientTransportOptions): FetchLike {
  const base = baseFetch(options);
  const { requestInit, redirectPolicy } = options;
  if (requestInit === undefined) return base;
  const { credentials: _credentials, ...elsewhere } = withoutHeaders(requestInit);

  async function request(
    url: string | URL,
    init: RequestInit | undefined,
    redirects: number,
  ): Promise<Response> {
    if (new URL(url).origin !== serverUrl.origin) return base(url, { ...elsewhere, ...init });
    const headers = new Headers(requestInit?.headers);
    for (const [name, value] of new Headers(init?.headers)) headers.set(name, value);
    const own = { ...requestInit, ...init, headers };
    const { method = "GET", redirect = "follow" } = own;
    if (redirectPolicy === "follow" || redirect !== "follow") return base(url, own);
    // `fetch` itself takes all of them but `Authorization` along to another origin.
    const response = await base(url, { ...own, redirect: "manual" });
    const target = method === "GET" && redirects > 0 ? redirectOf(response, url) : undefined;
    if (target?.origin !== serverUrl.origin) return response;
    await response.body?.cancel();
    return request(target, init, redirects - 1);
  }
  return (url, init) => request(url, init, MAX_REDIRECTS);
}

/** Where an answer sends. */
function redirectOf({ status, headers }: Response, from: string | URL): URL | undefined {
  const location = headers.get("location");
  const isRedirect = status > 300 && status < 400 && location !== null && URL.canParse(location, from);
  return isRedirect ? new URL(location, from) : undefined;
}

/** The `fetch` of the options or of the runtime; the latter looked up at each call, since it may be replaced. */
function baseFetch({ fetch }: SSEClientTransportOptions): FetchLike {
  return fetch ?? ((url, init) => globalThis.fetch(url, init));
}

function withoutHeaders({ headers: _headers, ...init }: RequestInit = {}): RequestInit {
  return init;
}

/** An answer that does not say that it was redirected: the endpoint is still held against the URL that was asked. */
function unredirected(response: Response): Response {
  const { status, statusText, headers } = response;
  return new Response(response.body, { status, statusText, headers });
}
