// The OAuth client of the official SDK, loaded when an `OAuthClientProvider` first needs it.

import type { FetchLike } from "@mcp-sse/sse-client";
import type { SdkOAuthClientProvider } from "./client-options.ts";
import { loadSdk } from "./load-sdk.ts";

/** What of the SDK is called: `client/auth.js` of v1, `@modelcontextprotocol/client` of v2. */
export interface SdkAuth {
  auth(provider: SdkOAuthClientProvider, options: SdkAuthOptions): Promise<"AUTHORIZED" | "REDIRECT">;
  extractWWWAuthenticateParams(response: Response): SdkChallenge;
  readonly UnauthorizedError: new (message?: string) => Error;
  /** v2 only. */
  withDpopFromProvider?(provider: SdkOAuthClientProvider): (fetch: FetchLike) => FetchLike;
}

/** What a 401 says about where and for what to authorize. */
export interface SdkChallenge {
  resourceMetadataUrl?: URL;
  scope?: string;
}

/** The arguments of the SDK's `auth()`. */
export interface SdkAuthOptions extends SdkChallenge {
  serverUrl: URL;
  fetchFn: FetchLike;
  authorizationCode?: string;
  iss?: string;
  skipIssuerMetadataValidation?: boolean;
}

/**
 * Imports the SDK's OAuth client: v1 if it is there, else v2; the other way round for what v1 does not know, a
 * provider with `dpop` and an `iss` to be checked.
 *
 * @throws TransportError `ERR_TRANSPORT_NO_SDK` if neither is installed.
 */
export async function loadSdkAuth(provider: SdkOAuthClientProvider, iss?: string): Promise<SdkAuth> {
  const loads = provider.dpop === undefined && iss === undefined ? [loadV1, loadV2] : [loadV2, loadV1];
  return loadSdk<SdkAuth>(loads, "an OAuthClientProvider");
}

// In `try`, and by a literal name: bundlers then find it where it is installed, and forgive it where it is not.

async function loadV1(): Promise<SdkAuth> {
  try {
    return await import("@modelcontextprotocol/sdk/client/auth.js");
  } catch (cause) {
    throw new Error("@modelcontextprotocol/sdk could not be imported", { cause });
  }
}

async function loadV2(): Promise<SdkAuth> {
  try {
    return await import("@modelcontextprotocol/client");
  } catch (cause) {
    throw new Error("@modelcontextprotocol/client could not be imported", { cause });
  }
}
