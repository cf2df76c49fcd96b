import type { FetchLike, SseClientOptions } from "@mcp-sse/sse-client";

/** The part of the SDK's `OAuthClientProvider` (v1 and v2) by which it is known and that is called here. */
export interface SdkOAuthClientProvider {
  tokens(): SdkTokens | undefined | Promise<SdkTokens | undefined>;
  clientInformation(): unknown;
  dpop?(): unknown;
}

/** The part of the SDK's `OAuthTokens` that is read here. */
export interface SdkTokens {
  access_token: string;
}

/** The `AuthProvider` of SDK v2: a token, and a way to get a better one. */
export interface SdkAuthProvider {
  token(): string | undefined | Promise<string | undefined>;
  onUnauthorized?(context: SdkUnauthorizedContext): void | Promise<void>;
}

/** What SDK v2 tells `onUnauthorized`. */
export interface SdkUnauthorizedContext {
  response: Response;
  serverUrl: URL;
  /** Makes requests with the `fetch` and the `requestInit` of the transport; its `headers` stay on the server's origin. */
  fetchFn: FetchLike;
}

/** What of a `Response` a `fetch` in `eventSourceInit` has to give. */
export interface EventSourceResponse {
  readonly body: unknown;
  readonly url: string;
  readonly status: number;
  readonly redirected: boolean;
  readonly headers: { get(name: string): string | null };
}

/** Declared as a method, so that any `fetch` fits whatever it calls the types of its arguments. */
export type EventSourceFetch = {
  fetch(url: string | URL, init: RequestInit): Promise<EventSourceResponse>;
}["fetch"];

/** The options of the SDK's `SSEClientTransport`, v1 and v2, and the limits of `connectSse`. */
export interface SSEClientTransportOptions
  extends Omit<SseClientOptions, "auth" | "fetch" | "headers" | "signal"> {
  /**
   * Who authorizes requests: an `OAuthClientProvider` of SDK v1 or v2, or an `AuthProvider` of v2. Its token wins
   * over an `Authorization` in `requestInit`. After a 401 it is asked for a better one, once per request.
   *
   * Only an `OAuthClientProvider` has the SDK loaded, when its `auth()` is needed.
   */
  readonly authProvider?: SdkAuthProvider | SdkOAuthClientProvider | undefined;
  /** Of a GET: the `fetch` that makes it, and whether it sends credentials across origins. */
  readonly eventSourceInit?:
    | { readonly fetch?: EventSourceFetch | undefined; readonly withCredentials?: boolean | undefined }
    | undefined;
  /** Of POSTs; `headers` goes with the GET as well. Anything but `headers` has POSTs made by `fetch`. */
  readonly requestInit?: RequestInit | undefined;
  /** Makes all requests. Without it Node uses keep-alive `node:http(s)`, every other runtime its own `fetch`. */
  readonly fetch?: FetchLike | undefined;
  /**
   * `same-origin`: a redirect is followed within its origin only. `follow`: redirects are left to `fetch`.
   *
   * @defaultValue "same-origin"
   */
  readonly redirectPolicy?: "same-origin" | "follow" | undefined;
  /** Given to the `auth()` of SDK v2. Weakens the check of the issuer (RFC 8414 §3.3). */
  readonly skipIssuerMetadataValidation?: boolean | undefined;
}
