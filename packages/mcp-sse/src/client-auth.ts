// An `authProvider` of the SDK as the `auth` of `connectSse`, and the errors that its users expect.

import { type FetchLike, SseClientError, type SseClientOptions } from "@mcp-sse/sse-client";
import { brand, UnauthorizedError } from "./client-errors.ts";
import { authFetchOf, oauthFetchOf } from "./client-fetch.ts";
import type { SdkAuthProvider, SdkOAuthClientProvider, SSEClientTransportOptions } from "./client-options.ts";
import { loadSdkAuth, type SdkAuth, type SdkAuthOptions, type SdkChallenge } from "./sdk-auth.ts";

/** How a transport is authorized. */
export interface ClientAuth {
  /** For `connectSse`; `undefined` without a provider. */
  readonly auth: SseClientOptions["auth"];
  /** Put around the `fetch` of the transport; `undefined` if there is nothing to add. */
  readonly wrap: ((fetch: FetchLike) => FetchLike) | undefined;
  /** Finds the error that the provider's user expects in one of `connectSse`; else gives it back. */
  unwrap(error: unknown): Promise<unknown>;
  /** Exchanges an authorization code for tokens. */
  finish(code: string | URLSearchParams, iss: string | undefined): Promise<void>;
}

/**
 * Adapts the `authProvider` of the options.
 *
 * @throws TypeError for what is none.
 */
export function clientAuthOf(serverUrl: URL, options: SSEClientTransportOptions): ClientAuth {
  const { authProvider } = options;
  if (authProvider === undefined) return unauthenticated;
  if (isOAuthProvider(authProvider)) return new OAuth(authProvider, serverUrl, options);
  if (typeof authProvider?.token === "function") return tokenAuth(authProvider, serverUrl, options);
  throw new TypeError("authProvider must be an OAuthClientProvider, or have token()");
}

const unauthenticated: ClientAuth = {
  auth: undefined,
  wrap: undefined,
  unwrap: async (error) => error,
  async finish() {
    throw new UnauthorizedError("No auth provider");
  },
};

function tokenAuth(
  provider: SdkAuthProvider,
  serverUrl: URL,
  options: SSEClientTransportOptions,
): ClientAuth {
  const fetchFn = authFetchOf(serverUrl, options);
  return {
    wrap: undefined,
    auth: {
      token: () => provider.token(),
      ...(provider.onUnauthorized && {
        onUnauthorized: ({ response }) => provider.onUnauthorized?.({ response, serverUrl, fetchFn }),
      }),
    },
    unwrap: async (error) =>
      isUnauthorized(error) ? (error.cause ?? refused(error, UnauthorizedError)) : error,
    async finish() {
      throw new UnauthorizedError("finishAuth requires an OAuthClientProvider");
    },
  };
}

/** The flow of an `OAuthClientProvider`, which the SDK's own `auth()` runs. */
class OAuth implements ClientAuth {
  readonly auth: NonNullable<ClientAuth["auth"]>;
  readonly wrap: ClientAuth["wrap"];
  readonly #provider: SdkOAuthClientProvider;
  readonly #fixed: Pick<SdkAuthOptions, "serverUrl" | "fetchFn" | "skipIssuerMetadataValidation">;
  #challenge: SdkChallenge = {};

  constructor(provider: SdkOAuthClientProvider, serverUrl: URL, options: SSEClientTransportOptions) {
    this.#provider = provider;
    const { skipIssuerMetadataValidation: skip } = options;
    this.#fixed = {
      serverUrl,
      fetchFn: oauthFetchOf(serverUrl, options),
      ...(skip !== undefined && { skipIssuerMetadataValidation: skip }),
    };
    this.auth = {
      token: async () => (await provider.tokens())?.access_token,
      onUnauthorized: ({ response }) => this.#renew(response),
    };
    this.wrap = provider.dpop === undefined ? undefined : (fetch) => this.#withProof(fetch);
  }

  async unwrap(error: unknown): Promise<unknown> {
    if (!isUnauthorized(error)) return error;
    return error.cause ?? refused(error, (await this.#sdk()).UnauthorizedError);
  }

  async finish(code: string | URLSearchParams, iss: string | undefined): Promise<void> {
    const authorizationCode = typeof code === "string" ? code : code.get("code");
    const issuer = (typeof code === "string" ? iss : code.get("iss")) ?? undefined;
    const { auth, UnauthorizedError } = await loadSdkAuth(this.#provider, issuer);
    // Without a code `auth` would start over, and the user be sent away again.
    if (!authorizationCode) throw unauthorized(UnauthorizedError, "The callback has no authorization code");
    const result = await auth(this.#provider, {
      ...this.#fixed,
      ...this.#challenge,
      authorizationCode,
      ...(issuer !== undefined && { iss: issuer }),
    });
    if (result !== "AUTHORIZED") throw unauthorized(UnauthorizedError, "Failed to authorize");
  }

  async #renew(response: Response): Promise<void> {
    const { auth, extractWWWAuthenticateParams, UnauthorizedError } = await this.#sdk();
    if (response.headers.has("www-authenticate")) {
      const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
      this.#challenge = { ...(resourceMetadataUrl && { resourceMetadataUrl }), ...(scope && { scope }) };
    }
    const result = await auth(this.#provider, { ...this.#fixed, ...this.#challenge });
    if (result !== "AUTHORIZED") throw unauthorized(UnauthorizedError);
  }

  /** Proves possession of the token's key (RFC 9449), as SDK v2 does it. */
  #withProof(fetch: FetchLike): FetchLike {
    let proved: FetchLike | undefined;
    return async (url, init) => {
      proved ??= (await this.#sdk()).withDpopFromProvider?.(this.#provider)(fetch) ?? fetch;
      return proved(url, init);
    };
  }

  #sdk(): Promise<SdkAuth> {
    return loadSdkAuth(this.#provider);
  }
}

function isOAuthProvider(provider: unknown): provider is SdkOAuthClientProvider {
  return (
    typeof provider === "object" &&
    provider !== null &&
    "tokens" in provider &&
    typeof provider.tokens === "function" &&
    "clientInformation" in provider &&
    typeof provider.clientInformation === "function"
  );
}

function isUnauthorized(error: unknown): error is SseClientError {
  return error instanceof SseClientError && error.code === "ERR_SSE_UNAUTHORIZED";
}

function refused(error: SseClientError, type: SdkAuth["UnauthorizedError"]): Error {
  return Object.assign(unauthorized(type), { cause: error });
}

/** An error of the class that its catcher tests for, v1's by prototype, v2's by brand. */
function unauthorized(type: SdkAuth["UnauthorizedError"], message?: string): Error {
  return brand(new type(message), "mcp.UnauthorizedError");
}
