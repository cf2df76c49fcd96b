import { UnauthorizedError as UnauthorizedErrorV2 } from "@modelcontextprotocol/client";
import { type OAuthClientProvider, UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { SSEClientTransport } from "../src/sse-client-transport.ts";
import { createClient, type Version, versions } from "./sdk.ts";
import { serveSdkOAuth, visit } from "./sdk-oauth-server.ts";

interface State {
  tokens?: unknown;
  client?: unknown;
  verifier?: string;
  sentTo?: URL | undefined;
}

/** An `OAuthClientProvider` that registers itself, keeps everything in memory, and is its own user agent. */
function createProvider() {
  const state: State = {};
  const provider = {
    redirectUrl: "http://127.0.0.1/callback",
    clientMetadata: {
      redirect_uris: ["http://127.0.0.1/callback"],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
    },
    clientInformation: () => state.client,
    saveClientInformation(client: unknown) {
      state.client = client;
    },
    tokens: () => state.tokens,
    saveTokens(tokens: unknown) {
      state.tokens = tokens;
    },
    invalidateCredentials() {
      state.tokens = undefined;
    },
    redirectToAuthorization(url: URL) {
      state.sentTo = url;
    },
    saveCodeVerifier(verifier: string) {
      state.verifier = verifier;
    },
    codeVerifier: () => state.verifier ?? "",
  } as unknown as OAuthClientProvider;
  return { provider, state };
}

describe.each(versions)(
  "a client of SDK %s at a server behind the SDK's OAuth router",
  (version: Version) => {
    async function authorized() {
      const world = await serveSdkOAuth();
      const { provider, state } = createProvider();
      // A key for the server, and for nobody whom it names.
      const requestInit = { headers: { "x-key": "secret" } };
      const options = { authProvider: provider, requestInit };
      const first = new SSEClientTransport(world.url, options);
      const refused: unknown = await createClient(version)
        .connect(first)
        .catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(UnauthorizedError);
      expect(refused).toBeInstanceOf(UnauthorizedErrorV2);
      if (state.sentTo === undefined) throw new Error("the user was not sent away");
      await first.finishAuth((await visit(state.sentTo)).get("code") ?? "");
      const client = createClient(version);
      await client.connect(new SSEClientTransport(world.url, options));
      onTestFinished(() => client.close());
      return { ...world, client, provider, state };
    }

    test("registers, sends the user away, finishes with the code, and calls as whom it was authorized", async () => {
      const { client, granting, asked } = await authorized();
      expect(JSON.parse(await client.call("seen"))).toMatchObject({ clientId: "the client" });
      expect(granting.granted).toEqual(["authorization_code"]);
      expect(
        asked.authorization.map(({ method, target }) => `${method} ${target.replace(/\?.*/, "")}`),
      ).toEqual([
        "GET /.well-known/oauth-authorization-server",
        "POST /register",
        "GET /authorize",
        "GET /.well-known/oauth-authorization-server",
        "POST /token",
      ]);
    });

    test("refreshes once for calls that are refused together, and all of them are answered", async () => {
      const { client, granting, asked } = await authorized();
      await client.call("echo", { text: "x" });
      granting.valid.clear();
      const before = asked.resource.length;
      const texts = ["a", "b", "c", "d", "e"];
      expect(await Promise.all(texts.map((text) => client.call("echo", { text })))).toEqual(texts);
      expect(granting.granted).toEqual(["authorization_code", "refresh_token"]);
      const posts = asked.resource.slice(before).filter(({ method }) => method === "POST");
      expect(posts.length).toBeLessThanOrEqual(2 * texts.length);
    });

    test("K05: gives up after one retry where fresh tokens are refused, too, and the connection lives", async () => {
      const { client, granting, asked } = await authorized();
      granting.valid.add = () => granting.valid;
      granting.valid.clear();
      const before = asked.resource.length;
      await expect(client.call("echo", { text: "x" })).rejects.toBeInstanceOf(UnauthorizedError);
      expect(asked.resource.slice(before).filter(({ method }) => method === "POST")).toHaveLength(2);
      expect(granting.granted).toEqual(["authorization_code", "refresh_token"]);
    });

    test("sends the user away again where the refresh token is refused", async () => {
      const { client, granting, state } = await authorized();
      granting.valid.clear();
      granting.refreshable.clear();
      const sentTo = (): URL | undefined => state.sentTo;
      state.sentTo = undefined;
      await expect(client.call("echo", { text: "x" })).rejects.toBeInstanceOf(UnauthorizedError);
      expect(sentTo()?.pathname).toBe("/authorize");
    });

    test("takes neither token nor key to the authorization server, and no request to any other origin", async () => {
      const { client, granting, asked } = await authorized();
      granting.valid.clear();
      await client.call("echo", { text: "x" });
      expect(asked.authorization.map(({ authorization }) => authorization)).toEqual(
        asked.authorization.map(() => undefined),
      );
      for (const { target, authorization, key } of asked.resource) {
        expect(key).toBe("secret");
        if (target.startsWith("/.well-known/")) expect(authorization).toBeUndefined();
        else expect(target).toMatch(/^\/sse/);
      }
    });
  },
);
