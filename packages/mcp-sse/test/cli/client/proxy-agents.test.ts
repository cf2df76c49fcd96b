import { describe, expect, test } from "vitest";
import { serveMcp } from "../mcp-peer.ts";
import { runMain } from "../run-main.ts";
import { startHttpProxy } from "./http-proxy.ts";

describe("through a proxy", () => {
  test("http is forwarded, with the proxy's credentials and under the server's own name", async () => {
    const proxy = await startHttpProxy({ credentials: "user:p@ss" });
    const peer = await serveMcp();
    const env = { HTTP_PROXY: `http://user:p%40ss@127.0.0.1:${proxy.port}` };
    const { code, err } = await runMain(["ping", peer.url.href], { env });
    expect([code, err]).toEqual([0, ""]);
    expect(new Set(proxy.seen.map(({ way, target }) => [way, target].join(" ")))).toEqual(
      new Set([`forward ${peer.url.href}`, `forward ${new URL("/m", peer.url).href}`]),
    );
    for (const { headers } of peer.requests) {
      expect(headers.host).toBe(peer.url.host);
      expect(headers["proxy-authorization"]).toBeUndefined();
    }
  });

  test("nothing goes that NO_PROXY names", async () => {
    const proxy = await startHttpProxy();
    const peer = await serveMcp();
    const env = { HTTP_PROXY: `127.0.0.1:${proxy.port}`, NO_PROXY: "127.0.0.0/8" };
    expect((await runMain(["ping", peer.url.href], { env })).code).toBe(0);
    expect(proxy.seen).toEqual([]);
  });

  test.each(["http", "https"])("that refuses, %s fails, and no password is told", async (scheme) => {
    const proxy = await startHttpProxy({ credentials: "user:other" });
    const env = { ALL_PROXY: `http://user:secret@127.0.0.1:${proxy.port}` };
    const { code, err } = await runMain(["ping", `${scheme}://server.invalid/sse`], { env });
    expect(code).toBe(1);
    expect(err).toContain("407");
    expect(err).not.toContain("secret");
    expect(proxy.seen[0]).toMatchObject({
      way: scheme === "http" ? "forward" : "tunnel",
      authorization: expect.any(String),
    });
  });

  test.each(["http", "https"])("that is not there, %s fails", async (scheme) => {
    const env = { ALL_PROXY: "http://127.0.0.1:1" };
    const { code, err } = await runMain(["ping", `${scheme}://server.invalid/sse`], { env });
    expect(code).toBe(1);
    expect(err).toContain("ECONNREFUSED");
  });
});
