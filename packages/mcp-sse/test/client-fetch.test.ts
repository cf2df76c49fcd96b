import { describe, expect, test, vi } from "vitest";
import { authFetchOf, checkRedirectPolicy, fetchOf, oauthFetchOf } from "../src/client-fetch.ts";
import type { SSEClientTransportOptions } from "../src/client-options.ts";
import { SSEClientTransport } from "../src/sse-client-transport.ts";
import { openStream, serve, servePeer } from "./peer.ts";
import { request } from "./support.ts";

const SERVER = new URL("http://127.0.0.1/sse");

/** A fetch that remembers what it was asked. */
function recorder() {
  const calls: [method: string | undefined, init: RequestInit | undefined][] = [];
  const fetch = (url: string | URL, init?: RequestInit): Promise<Response> => {
    calls.push([init?.method, init]);
    return globalThis.fetch(url, init);
  };
  return { calls, fetch };
}

async function exchange(transport: SSEClientTransport): Promise<void> {
  await transport.start();
  await transport.send(request(1));
  await transport.close();
}

describe("fetchOf", () => {
  test("leaves requests to the client where nothing is asked for", () => {
    expect(fetchOf({})).toBeUndefined();
    expect(fetchOf({ requestInit: { headers: { a: "b" } }, eventSourceInit: {} })).toBeUndefined();
    const { fetch } = recorder();
    expect(fetchOf({ fetch })).toBe(fetch);
  });

  test("has a given fetch make every request", async () => {
    const { calls, fetch } = recorder();
    await exchange(new SSEClientTransport((await servePeer()).url, { fetch }));
    expect(calls.map(([method]) => method)).toEqual(["GET", "POST"]);
  });

  test("has the fetch of eventSourceInit make the GET alone, with credentials if asked", async () => {
    const stream = recorder();
    const rest = recorder();
    const transport = new SSEClientTransport((await servePeer()).url, {
      fetch: rest.fetch,
      eventSourceInit: { fetch: stream.fetch, withCredentials: true },
    });
    await exchange(transport);
    expect(stream.calls).toMatchObject([["GET", { credentials: "include" }]]);
    expect(rest.calls).toMatchObject([["POST", {}]]);
    expect(rest.calls[0]?.[1]).not.toHaveProperty("credentials");
  });

  test("gives POSTs the whole of requestInit, and the GET its headers, as they are at the time", async () => {
    const { calls, fetch } = recorder();
    const { url, requests } = await servePeer();
    const headers: Record<string, string> = { "x-key": "a" };
    const transport = new SSEClientTransport(url, {
      fetch,
      requestInit: { headers, mode: "cors", method: "PUT", body: "x" },
    });
    await transport.start();
    headers["x-key"] = "b";
    await transport.send(request(1));
    await transport.close();
    expect(calls).toMatchObject([
      ["GET", {}],
      ["POST", { mode: "cors" }],
    ]);
    expect(calls[0]?.[1]).not.toHaveProperty("mode");
    expect(requests.map((seen) => [seen.method, seen.headers["x-key"], seen.body])).toEqual([
      ["GET", "a", ""],
      ["POST", "b", JSON.stringify(request(1))],
    ]);
  });

  test("follows a redirect within its origin alone, unless told to leave them to fetch", async () => {
    const { url: target, requests } = await servePeer();
    const { url } = await serve(({ method, body }, response) => {
      if (method === "GET") response.writeHead(307, { location: target.href }).end();
      else response.writeHead(202, { "x-body": body.length }).end();
    });
    await expect(new SSEClientTransport(new URL("/sse", url)).start()).rejects.toMatchObject({
      cause: { code: "ERR_SSE_REDIRECT" },
    });
    expect(requests).toEqual([]);
    const following = new SSEClientTransport(new URL("/sse", url), { redirectPolicy: "follow" });
    await following.start();
    // The endpoint is still that of the URL that was asked, as in the SDK.
    await following.send(request(1));
    await following.close();
    expect(requests.map(({ method }) => method)).toEqual(["GET"]);
  });

  test("fails a POST that is redirected where requestInit says so", async () => {
    const { url } = await servePeer({
      get: openStream,
      post: (_request, response) => response.writeHead(307, { location: "/other" }).end(),
    });
    const transport = new SSEClientTransport(url, { requestInit: { redirect: "error" } });
    await transport.start();
    await expect(transport.send(request(1))).rejects.toMatchObject({ code: "ERR_SSE_NETWORK" });
    await transport.close();
  });
});

describe("a redirectPolicy", () => {
  test.each(["", "manual", "error", "same_origin", "Follow", null, true, 0, {}])(
    "is not %o",
    (redirectPolicy) => {
      const options = { redirectPolicy } as SSEClientTransportOptions;
      const refusal = new TypeError('redirectPolicy must be "same-origin" or "follow"');
      expect(() => checkRedirectPolicy(options)).toThrow(refusal);
      expect(() => new SSEClientTransport("http://127.0.0.1/sse", options)).toThrow(refusal);
    },
  );

  test("may be left out, or be either of the two", () => {
    for (const redirectPolicy of [undefined, "same-origin", "follow"] as const) {
      expect(() => checkRedirectPolicy({ redirectPolicy })).not.toThrow();
    }
  });

  test("of follow leaves the redirects of OAuth requests to fetch, and no other does", async () => {
    const fetch = vi.fn(async () => new Response());
    const redirectOf = async (options: SSEClientTransportOptions): Promise<unknown> => {
      await oauthFetchOf(SERVER, { fetch, ...options })("http://127.0.0.1/token", { redirect: "manual" });
      return (fetch.mock.lastCall as unknown as [unknown, RequestInit])[1].redirect;
    };
    expect(await redirectOf({ redirectPolicy: "follow" })).toBe("follow");
    expect(await redirectOf({ redirectPolicy: "follow", requestInit: { redirect: "error" } })).toBe("error");
    expect(await redirectOf({ redirectPolicy: "same-origin" })).toBe("manual");
    expect(await redirectOf({})).toBe("manual");
  });
});

describe("authFetchOf", () => {
  test("merges headers by name, whatever their form, and the call over requestInit", async () => {
    const fetch = vi.fn(async () => new Response());
    const authFetch = authFetchOf(SERVER, {
      fetch,
      requestInit: { headers: [["A", "1"]], mode: "cors", method: "PUT" },
    });
    await authFetch("http://127.0.0.1/token", { method: "POST", headers: new Headers({ a: "2", b: "3" }) });
    const [[, init]] = fetch.mock.calls as unknown as [[unknown, RequestInit]];
    expect(init).toMatchObject({ method: "POST", mode: "cors" });
    expect(Object.fromEntries(new Headers(init.headers))).toEqual({ a: "2", b: "3" });
    expect(authFetchOf(SERVER, { fetch })).toBe(fetch);
  });

  test.each(["http://127.0.0.1:81/token", "https://127.0.0.1/token", "http://evil.example/token"])(
    "keeps headers and credentials of requestInit from %s",
    async (elsewhere) => {
      const fetch = vi.fn(async () => new Response());
      const requestInit = { headers: { "x-key": "secret" }, credentials: "include", mode: "cors" } as const;
      const authFetch = authFetchOf(SERVER, { fetch, requestInit });
      await authFetch(elsewhere, { method: "POST", headers: { accept: "a" } });
      await authFetch(new URL(elsewhere));
      expect(fetch.mock.calls).toEqual([
        [elsewhere, { mode: "cors", method: "POST", headers: { accept: "a" } }],
        [new URL(elsewhere), { mode: "cors" }],
      ]);
    },
  );

  test("X04: follows a redirect with headers of requestInit on the server's origin alone", async () => {
    const requestInit = { headers: { "x-key": "secret" } };
    const answers = (location: string) => {
      const redirect = () => new Response("gone", { status: 302, headers: { location } });
      return vi.fn(async (url: string | URL, init?: RequestInit) =>
        String(url).endsWith("/a") && init?.redirect === "manual" ? redirect() : new Response("there"),
      );
    };
    for (const [location, init, want] of [
      ["/b", {}, 200],
      ["http://127.0.0.1/b", {}, 200],
      ["/a", {}, 302],
      ["/b", { method: "POST" }, 302],
      ["http://evil.example/b", {}, 302],
      ["//evil.example/b", {}, 302],
      ["https://127.0.0.1/b", {}, 302],
      ["http://127.0.0.1:81/b", {}, 302],
      ["http://[", {}, 302],
    ] as const) {
      const fetch = answers(location);
      const { status } = await authFetchOf(SERVER, { fetch, requestInit })("http://127.0.0.1/a", init);
      expect(status, location).toBe(want);
      expect(fetch.mock.calls.every(([url]) => new URL(url).origin === SERVER.origin)).toBe(true);
      expect(fetch.mock.calls.every(([, { redirect } = {}]) => redirect === "manual")).toBe(true);
      expect(fetch.mock.calls.length).toBeLessThanOrEqual(6);
    }
    const fetch = answers("http://evil.example/b");
    const follow = authFetchOf(SERVER, { fetch, requestInit, redirectPolicy: "follow" });
    expect((await follow("http://127.0.0.1/a")).status).toBe(200);
  });

  test("finds the fetch of the runtime at the time of the call", async () => {
    const stub = vi.fn(async () => new Response("stub"));
    const authFetch = authFetchOf(SERVER, {});
    vi.stubGlobal("fetch", stub);
    try {
      expect(await (await authFetch("http://127.0.0.1/")).text()).toBe("stub");
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
