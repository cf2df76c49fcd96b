// The OAuth server of SDK v1 on one origin, and an MCP server that asks for its tokens on another.

import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { toNodeListener } from "@mcp-sse/sse-server/node";
import { serveListener } from "@mcp-sse/testkit/node";
import { InvalidGrantError, InvalidTokenError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import type { OAuthServerProvider } from "@modelcontextprotocol/sdk/server/auth/provider.js";
import {
  createOAuthMetadata,
  getOAuthProtectedResourceMetadataUrl,
  mcpAuthMetadataRouter,
  mcpAuthRouter,
} from "@modelcontextprotocol/sdk/server/auth/router.js";
import type { OAuthClientInformationFull, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import express from "express";
import { onTestFinished } from "vitest";
import { createMcpSseHandler } from "../src/mcp-handler.ts";
import { createServer } from "./sdk.ts";

/** A request as one of the two servers saw it. */
export interface Asked {
  readonly method: string;
  readonly target: string;
  readonly authorization: string | undefined;
  /** Its `x-key`. */
  readonly key: unknown;
}

/** An authorization server that grants everything at once, and knows what it has granted. */
class Granting {
  /** Access tokens that are taken. */
  readonly valid = new Set<string>();
  /** Refresh tokens that can be used, each once. */
  readonly refreshable = new Set<string>();
  /** Grant types, in the order in which tokens were given for them. */
  readonly granted: string[] = [];
  readonly #clients = new Map<string, OAuthClientInformationFull>();
  readonly #challenges = new Map<string, string>();

  readonly provider: OAuthServerProvider = {
    clientsStore: {
      getClient: (id) => this.#clients.get(id),
      registerClient: (client) => {
        const full = { ...client, client_id: randomUUID() } as OAuthClientInformationFull;
        this.#clients.set(full.client_id, full);
        return full;
      },
    },
    authorize: async (_client, { codeChallenge, redirectUri, state }, response) => {
      const code = randomUUID();
      this.#challenges.set(code, codeChallenge);
      const target = new URL(redirectUri);
      target.searchParams.set("code", code);
      if (state !== undefined) target.searchParams.set("state", state);
      response.redirect(target.href);
    },
    challengeForAuthorizationCode: async (_client, code) => this.#challenges.get(code) ?? "",
    exchangeAuthorizationCode: async (_client, code) => {
      if (!this.#challenges.delete(code)) throw new InvalidGrantError("unknown code");
      return this.#grant("authorization_code");
    },
    exchangeRefreshToken: async (_client, token) => {
      if (!this.refreshable.delete(token)) throw new InvalidGrantError("unknown refresh token");
      return this.#grant("refresh_token");
    },
    verifyAccessToken: async (token) => {
      if (!this.valid.has(token)) throw new InvalidTokenError("unknown token");
      return { token, clientId: "the client", scopes: [], expiresAt: Date.now() / 1000 + 3_600 };
    },
  };

  #grant(kind: string): OAuthTokens {
    this.granted.push(kind);
    const [access, refresh] = [randomUUID(), randomUUID()];
    this.valid.add(access);
    this.refreshable.add(refresh);
    return { access_token: access, refresh_token: refresh, token_type: "Bearer", expires_in: 3_600 };
  }
}

/** Serves both until the test is over. */
export async function serveSdkOAuth() {
  const granting = new Granting();
  const asked = { resource: [] as Asked[], authorization: [] as Asked[] };
  const watch =
    (list: Asked[]) =>
    ({ method = "", url: target = "", headers }: IncomingMessage, _res: unknown, next: () => void): void => {
      list.push({ method, target, authorization: headers.authorization, key: headers["x-key"] });
      next();
    };
  const [authorization, resource] = [express(), express()];
  authorization.use(watch(asked.authorization));
  resource.use(watch(asked.resource));
  const issuer = await serveListener(authorization);
  const server = await serveListener(resource);
  const url = new URL("/sse", server.url);

  const issuerUrl = new URL(issuer.url);
  const unlimited = { rateLimit: false } as const;
  authorization.use(
    mcpAuthRouter({
      provider: granting.provider,
      issuerUrl,
      authorizationOptions: unlimited,
      tokenOptions: unlimited,
      clientRegistrationOptions: unlimited,
    }),
  );
  const oauthMetadata = createOAuthMetadata({ provider: granting.provider, issuerUrl });
  resource.use(mcpAuthMetadataRouter({ oauthMetadata, resourceServerUrl: url }));
  const handler = createMcpSseHandler(() => createServer("v1"));
  const resourceMetadataUrl = getOAuthProtectedResourceMetadataUrl(url);
  resource.all(
    "/sse",
    requireBearerAuth({ verifier: granting.provider, resourceMetadataUrl }),
    toNodeListener(handler),
  );
  onTestFinished(async () => {
    await handler.close({ graceMs: 100 });
    await server.close();
    await issuer.close();
  });
  return { url, granting, asked };
}

/** What a user agent does: goes where it is sent, and comes back with what is in the callback's query. */
export async function visit(authorizationUrl: URL): Promise<URLSearchParams> {
  const response = await fetch(authorizationUrl, { redirect: "manual" });
  return new URL(response.headers.get("location") ?? "").searchParams;
}
