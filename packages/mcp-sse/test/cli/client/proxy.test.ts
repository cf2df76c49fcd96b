import { describe, expect, test } from "vitest";
import { agentFor, proxyFor } from "../../../src/cli/client/proxy.ts";
import { ForwardingAgent, TunnelAgent } from "../../../src/cli/client/proxy-agents.ts";

const PROXY = "http://proxy.example:3128";
const target = (url: string): URL => new URL(url);

describe("the proxy of the environment", () => {
  test("is that of the URL's scheme, in lower case first, or that of all", () => {
    const env = {
      http_proxy: "http://a",
      HTTP_PROXY: "http://b",
      HTTPS_PROXY: "http://c",
      ALL_PROXY: "http://d",
    };
    expect(proxyFor(target("http://x/"), env)?.host).toBe("a");
    expect(proxyFor(target("https://x/"), env)?.host).toBe("c");
    expect(proxyFor(target("https://x/"), { ALL_PROXY: "d:3" })?.host).toBe("d:3");
    expect(proxyFor(target("https://x/"), { http_proxy: "http://a", https_proxy: "" })).toBeUndefined();
    expect(proxyFor(target("http://x/"), {})).toBeUndefined();
  });

  test("is used by the agent of its way", () => {
    expect(agentFor(target("http://x/"), {})).toBeUndefined();
    expect(agentFor(target("http://x/"), { http_proxy: PROXY })).toBeInstanceOf(ForwardingAgent);
    expect(agentFor(target("https://x/"), { https_proxy: PROXY })).toBeInstanceOf(TunnelAgent);
  });

  test.each(["socks5://u:secret@x", "http://", "http://u:%zzsecret@x", "::secret::"])(
    "cannot be %s",
    (value) => {
      expect(() => proxyFor(target("http://x/"), { HTTP_PROXY: value })).toThrow(
        expect.objectContaining({ name: "CliError", message: expect.not.stringContaining("secret") }),
      );
    },
  );
});

describe("NO_PROXY", () => {
  test.each<[list: string, url: string, isExcepted: boolean]>([
    ["", "http://x/", false],
    ["*", "http://x/", true],
    ["example.com", "http://example.com/", true],
    ["example.com", "http://EXAMPLE.com./", true],
    ["example.com", "http://a.example.com/", true],
    [".example.com", "http://example.com/", true],
    ["*.example.com", "http://a.example.com/", true],
    ["example.com", "http://badexample.com/", false],
    ["example.com", "http://example.com.evil/", false],
    ["a, ,b c", "http://c/", true],
    ["example.com:8080", "http://example.com:8080/", true],
    ["example.com:8080", "http://example.com/", false],
    ["example.com:80", "http://example.com/", true],
    ["example.com:443", "https://example.com/", true],
    ["127.0.0.1", "http://127.0.0.1:9/", true],
    ["0.0.1", "http://127.0.0.1/", false],
    ["10.0.0.0/8", "http://10.9.8.7/", true],
    ["10.0.0.0/8", "http://11.0.0.1/", false],
    ["10.0.0.0/99", "http://10.0.0.1/", false],
    ["10.0.0.0/8", "http://example.com/", false],
    ["::1", "http://[::1]/", true],
    ["[::1]", "http://[::1]:9/", true],
    ["[::1]:9", "http://[::1]:9/", true],
    ["[::1]:8", "http://[::1]:9/", false],
    ["fd00::/8", "http://[fd12::1]/", true],
    ["localhost", "http://127.0.0.1/", false],
  ])("%j, %s: %s", (NO_PROXY, url, isExcepted) => {
    expect(proxyFor(target(url), { all_proxy: PROXY, NO_PROXY }) === undefined).toBe(isExcepted);
  });
});
