// A protected HTTP+SSE server and its authorization server, of a few lines.

import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { accept, openStream, serve } from "./peer.ts";

export interface OAuthWorld {
  readonly url: URL;
  /** Method and path of what was asked, in order. */
  readonly log: string[];
  /** What `Authorization` of the requests to the resource said. */
  readonly credentials: (string | undefined)[];
  /** The access token that is taken. */
  valid: string;
  /** What the token endpoint gives. */
  issued: string;
}

export async function serveOAuth(): Promise<OAuthWorld> {
  const log: string[] = [];
  const credentials: (string | undefined)[] = [];
  const world = { log, credentials, valid: "good", issued: "good" };
  const { url } = await serve(({ method, target, headers, body }, response) => {
    const { origin } = new URL(`http://${headers.host}`);
    const json = (value: unknown): unknown =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
    log.push(`${method} ${target}`);
    if (target === "/where") return json({ resource: `${origin}/sse`, authorization_servers: [origin] });
    if (target === "/.well-known/oauth-authorization-server") {
      return json({
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
      });
    }
    if (target === "/token") {
      log.push(String(new URLSearchParams(body).get("grant_type")));
      return json({ access_token: world.issued, token_type: "Bearer", refresh_token: "r" });
    }
    credentials.push(headers.authorization);
    if (headers.authorization === `Bearer ${world.valid}`) {
      return method === "GET" ? openStream(undefined, response) : accept(undefined, response);
    }
    const challenge = `Bearer resource_metadata="${origin}/where", scope="tools"`;
    return response.writeHead(401, { "www-authenticate": challenge }).end();
  });
  return Object.assign(world, { url: new URL("/sse", url) });
}

type Discovery = Parameters<NonNullable<OAuthClientProvider["saveDiscoveryState"]>>[0];

/** An `OAuthClientProvider` that keeps everything in memory and cannot open a browser. */
export function createProvider(tokens?: { access_token: string; refresh_token?: string; issuer?: string }) {
  const saved: { tokens: typeof tokens; verifier: string; authorizationUrl: URL | undefined } = {
    tokens,
    verifier: "",
    authorizationUrl: undefined,
  };
  let discovery: Discovery | undefined;
  const provider = {
    redirectUrl: "http://127.0.0.1/callback",
    clientMetadata: { redirect_uris: ["http://127.0.0.1/callback"] },
    clientInformation: () => ({ client_id: "client" }),
    tokens: () => saved.tokens && { token_type: "Bearer", ...saved.tokens },
    saveTokens(next: { access_token: string }) {
      saved.tokens = next;
    },
    redirectToAuthorization(url: URL) {
      saved.authorizationUrl = url;
    },
    saveCodeVerifier(verifier: string) {
      saved.verifier = verifier;
    },
    codeVerifier: () => saved.verifier,
    saveDiscoveryState(state: Discovery) {
      discovery = state;
    },
    discoveryState: () => discovery,
  };
  return { provider, saved };
}
