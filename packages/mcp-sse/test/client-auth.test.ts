import {
  DpopSession,
  type OAuthClientProvider as ProviderV2,
  UnauthorizedError as UnauthorizedErrorV2,
} from "@modelcontextprotocol/client";
import { type OAuthClientProvider, UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { describe, expect, test, vi } from "vitest";
import type { SSEClientTransportOptions } from "../src/client-options.ts";
import { SSEClientTransport } from "../src/sse-client-transport.ts";
import { createProvider, serveOAuth } from "./oauth-server.ts";
import { servePeer } from "./peer.ts";
import { request } from "./support.ts";

describe("an authProvider", () => {
  test.each([5, null, "token", {}, { tokens() {} }, { token: "secret" }])("is not %o", (authProvider) => {
    const options = { authProvider } as unknown as SSEClientTransportOptions;
    expect(() => new SSEClientTransport("http://localhost/sse", options)).toThrow(
      new TypeError("authProvider must be an OAuthClientProvider, or have token()"),
    );
  });
});

describe("an AuthProvider of SDK v2", () => {
  test("gives the token of every request, over an Authorization in requestInit", async () => {
    const { url, requests } = await servePeer();
    const transport = new SSEClientTransport(url, {
      authProvider: { token: async () => "t" },
      requestInit: { headers: { authorization: "Bearer key" } },
    });
    await transport.start();
    await transport.send(request(1));
    await transport.close();
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer t", "Bearer t"]);
  });

  test("lets an Authorization in requestInit stand while it has no token", async () => {
    const { url, requests } = await servePeer();
    const transport = new SSEClientTransport(url, {
      authProvider: { token: async () => undefined },
      requestInit: { headers: { authorization: "Bearer key" } },
    });
    await transport.start();
    await transport.close();
    expect(requests[0]?.headers.authorization).toBe("Bearer key");
  });

  test("is told of a 401 once, and the request made once more", async () => {
    const world = await serveOAuth();
    let token = "old";
    const onUnauthorized = vi.fn(async () => {
      token = "good";
    });
    const transport = new SSEClientTransport(world.url, {
      authProvider: { token: async () => token, onUnauthorized },
    });
    await transport.start();
    expect(onUnauthorized.mock.calls).toEqual([
      [{ response: expect.any(Response), serverUrl: world.url, fetchFn: expect.any(Function) }],
    ]);
    token = "old";
    await transport.send(request(1));
    expect(onUnauthorized).toHaveBeenCalledTimes(2);
    expect(world.credentials).toEqual(["Bearer old", "Bearer good", "Bearer old", "Bearer good"]);
    await transport.close();
  });

  test("K05: ends in UnauthorizedError after one retry", async () => {
    const world = await serveOAuth();
    const onUnauthorized = vi.fn();
    const authProvider = { token: async () => "bad", onUnauthorized };
    await expect(new SSEClientTransport(world.url, { authProvider }).start()).rejects.toBeInstanceOf(
      UnauthorizedErrorV2,
    );
    expect(onUnauthorized).toHaveBeenCalledTimes(1);
    expect(world.credentials.length).toBe(2);
  });

  test("without onUnauthorized ends in UnauthorizedError, of start and of send", async () => {
    const world = await serveOAuth();
    let token = "bad";
    const authProvider = { token: async () => token };
    const refused = new SSEClientTransport(world.url, { authProvider });
    await expect(refused.start()).rejects.toMatchObject({
      name: "UnauthorizedError",
      cause: { code: "ERR_SSE_UNAUTHORIZED", status: 401 },
    });
    token = "good";
    const transport = new SSEClientTransport(world.url, { authProvider });
    transport.onerror = vi.fn();
    await transport.start();
    token = "bad";
    await expect(transport.send(request(1))).rejects.toBeInstanceOf(UnauthorizedErrorV2);
    expect(transport.onerror).toHaveBeenCalledTimes(1);
    await expect(transport.finishAuth("code")).rejects.toBeInstanceOf(UnauthorizedErrorV2);
    await transport.close();
  });

  test("has its own error thrown as it is", async () => {
    const world = await serveOAuth();
    const failure = new Error("no refresh");
    const authProvider = {
      token: async () => "bad",
      onUnauthorized: async () => {
        throw failure;
      },
    };
    await expect(new SSEClientTransport(world.url, { authProvider }).start()).rejects.toBe(failure);
  });
});

describe("an authProvider that never answers", () => {
  test("keeps neither start nor send from ending with close", async () => {
    const { url, requests } = await servePeer();
    let hanging = true;
    const token = () => (hanging ? new Promise<string>(() => {}) : "t");
    const options = { authProvider: { token } } as SSEClientTransportOptions;
    const early = new SSEClientTransport(url, options);
    const starting = early.start();
    await Promise.all([expect(starting).rejects.toMatchObject({ message: "Not connected" }), early.close()]);
    expect(requests).toEqual([]);

    hanging = false;
    const transport = new SSEClientTransport(url, options);
    await transport.start();
    hanging = true;
    const sent = transport.send(request(1));
    await Promise.all([expect(sent).rejects.toMatchObject({ message: "Not connected" }), transport.close()]);
  });
});

describe("an OAuthClientProvider", () => {
  test("has its tokens refreshed by the SDK after a 401", async () => {
    const world = await serveOAuth();
    const { provider, saved } = createProvider({
      access_token: "old",
      refresh_token: "r",
      issuer: `${world.url.origin}/`,
    });
    const authProvider: OAuthClientProvider = provider;
    const transport = new SSEClientTransport(world.url, { authProvider });
    await transport.start();
    await transport.send(request(1));
    await transport.close();
    expect(world.log).toContain("refresh_token");
    expect(world.log).toContain("GET /where");
    expect(saved.tokens?.access_token).toBe("good");
    expect(world.credentials).toEqual(["Bearer old", "Bearer good", "Bearer good"]);
  });

  test("sends the user away, and finishes with the code that comes back", async () => {
    const world = await serveOAuth();
    const { provider, saved } = createProvider();
    const authProvider: OAuthClientProvider = provider;
    const first = new SSEClientTransport(world.url, { authProvider });
    first.onclose = vi.fn();
    const error: unknown = await first.start().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnauthorizedError);
    expect(error).toBeInstanceOf(UnauthorizedErrorV2);
    expect(saved.authorizationUrl?.searchParams.get("scope")).toBe("tools");
    expect(first.onclose).toHaveBeenCalledTimes(1);

    await first.finishAuth("code");
    expect(world.log).toContain("authorization_code");
    const second = new SSEClientTransport(world.url, { authProvider });
    await second.start();
    await second.close();
  });

  test("finishes with the query of the callback, and refuses one without code", async () => {
    const world = await serveOAuth();
    const { provider, saved } = createProvider();
    const transport = new SSEClientTransport(world.url, { authProvider: provider });
    await expect(transport.start()).rejects.toBeInstanceOf(UnauthorizedError);
    await expect(transport.finishAuth(new URLSearchParams("error=denied"))).rejects.toBeInstanceOf(
      UnauthorizedError,
    );
    await transport.finishAuth(new URLSearchParams("code=x"));
    expect(saved.tokens?.access_token).toBe("good");
  });

  test("redeems no code that another issuer sent (RFC 9207)", async () => {
    const world = await serveOAuth();
    const { provider, saved } = createProvider();
    const transport = new SSEClientTransport(world.url, { authProvider: provider });
    await expect(transport.start()).rejects.toBeInstanceOf(UnauthorizedError);
    await expect(transport.finishAuth("x", "https://evil.example")).rejects.toMatchObject({
      name: "IssuerMismatchError",
    });
    const callback = new URLSearchParams({ code: "x", iss: "https://evil.example" });
    await expect(transport.finishAuth(callback)).rejects.toMatchObject({ name: "IssuerMismatchError" });
    expect([world.log.includes("authorization_code"), saved.tokens]).toEqual([false, undefined]);
    await transport.finishAuth("x", world.url.origin);
    expect(saved.tokens?.access_token).toBe("good");
  });

  test("K05: ends in UnauthorizedError when fresh tokens are refused too", async () => {
    const world = await serveOAuth();
    world.issued = "bad";
    const { provider } = createProvider({
      access_token: "old",
      refresh_token: "r",
      issuer: `${world.url.origin}/`,
    });
    const transport = new SSEClientTransport(world.url, { authProvider: provider });
    await expect(transport.start()).rejects.toBeInstanceOf(UnauthorizedError);
    expect(world.log.filter((line) => line === "refresh_token").length).toBe(1);
  });

  test("proves possession of its key where SDK v2 would", async () => {
    const { url, requests } = await servePeer();
    const session = await DpopSession.create();
    const { provider } = createProvider({ access_token: "t" });
    const authProvider = {
      ...provider,
      tokens: () => ({ access_token: "t", token_type: "DPoP" }),
      dpop: () => session,
    } as unknown as ProviderV2;
    const transport = new SSEClientTransport(url, { authProvider });
    await transport.start();
    await transport.send(request(1));
    await transport.close();
    expect(requests.map(({ headers }) => [headers.authorization, headers.dpop !== undefined])).toEqual([
      ["DPoP t", true],
      ["DPoP t", true],
    ]);
  });
});
