import { verifies } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { checkedEndpoint, type EndpointRules, endpointOf, withParam } from "../src/endpoint.ts";
import { createRequest, type SseRequest } from "../src/request.ts";

const rules: EndpointRules = {
  endpoint: undefined,
  trustForwardedPrefix: false,
  sessionParam: "sessionId",
  paramNames: new Set(["sessionId", "session_id"]),
};

function get(target: string, headers: Record<string, string> = {}): SseRequest {
  return createRequest({
    method: "GET",
    target,
    remoteAddress: undefined,
    authInfo: undefined,
    origin: () => "http://localhost",
    headers: () => new Headers(headers),
  });
}

describe("endpointOf", () => {
  verifies(
    "session.endpoint.own-path",
    "is the GET's own path with the session ID, without its query",
    () => {
      expect(endpointOf(get("/mcp/sse?token=secret&sessionId=old"), "ID", rules)).toBe(
        "/mcp/sse?sessionId=ID",
      );
      expect(endpointOf(get("/"), "ID", rules)).toBe("/?sessionId=ID");
      expect(endpointOf(get("/a//b/#x"), "ID", rules)).toBe("/a//b/?sessionId=ID");
    },
  );

  test("writes bytes beyond ASCII as escapes", () => {
    expect(endpointOf(get("/caf\xc3\xa9"), "ID", rules)).toBe("/caf%C3%A9?sessionId=ID");
  });

  verifies("session.param.written", "writes the configured parameter", () => {
    expect(endpointOf(get("/sse"), "ID", { ...rules, sessionParam: "sid" })).toBe("/sse?sid=ID");
  });

  verifies(
    "session.endpoint.option",
    "is a fixed path, an absolute URL or what a function makes of the GET",
    () => {
      const endpoint = (option: EndpointRules["endpoint"]): string =>
        endpointOf(get("/sse?tenant=t"), "ID", { ...rules, endpoint: option });
      expect(endpoint("/messages")).toBe("/messages?sessionId=ID");
      expect(endpoint("https://api.example.com/m")).toBe("https://api.example.com/m?sessionId=ID");
      expect(endpoint(new URL("https://api.example.com/m?v=1"))).toBe(
        "https://api.example.com/m?v=1&sessionId=ID",
      );
      expect(endpoint(({ url }) => `/m/${url.searchParams.get("tenant")}`)).toBe("/m/t?sessionId=ID");
      expect(endpoint("messages")).toBe("messages?sessionId=ID");
      // Two session IDs would be refused with every POST.
      expect(endpoint("/m?session_id=old&v=1")).toBe("/m?v=1&sessionId=ID");
    },
  );

  test("refuses what an async function returns, and leaves no rejection behind", async () => {
    const rejections: unknown[] = [];
    const onRejection = (reason: unknown): void => void rejections.push(reason);
    process.on("unhandledRejection", onRejection);
    onTestFinished(() => void process.off("unhandledRejection", onRejection));
    const endpoint = (async () => Promise.reject(new Error("no tenant"))) as never;
    expect(() => endpointOf(get("/sse"), "ID", { ...rules, endpoint })).toThrow(TypeError);
    await new Promise(setImmediate);
    expect(rejections).toEqual([]);
  });

  test("throws what a failing function throws", () => {
    const failing = (): string => {
      throw new Error("no tenant");
    };
    expect(() => endpointOf(get("/sse"), "ID", { ...rules, endpoint: failing })).toThrow("no tenant");
  });

  describe("behind a proxy that takes a prefix off", () => {
    const trusting = { ...rules, trustForwardedPrefix: true };
    const behind = (prefix: string, trust = trusting): string =>
      endpointOf(get("/sse", { "x-forwarded-prefix": prefix }), "ID", trust);

    verifies(
      "session.endpoint.forwarded-prefix",
      "puts the prefix back when it is trusted and a plain path",
      () => {
        expect(behind("/app")).toBe("/app/sse?sessionId=ID");
        expect(behind("/app/v1/")).toBe("/app/v1/sse?sessionId=ID");
        expect(behind("/app", rules)).toBe("/sse?sessionId=ID");
        expect(endpointOf(get("/sse"), "ID", trusting)).toBe("/sse?sessionId=ID");
      },
    );

    test.each([
      "//evil",
      "/\\evil",
      "http://evil",
      "/a//b",
      "/a/../b",
      "/..",
      "/.",
      "app",
      "/a?b",
      "/a#b",
      "/a, /b",
      "/a b",
    ])("leaves out %j", (prefix) => {
      expect(behind(prefix)).toBe("/sse?sessionId=ID");
    });
  });
});

describe("checkedEndpoint", () => {
  test.each([
    "",
    "//evil/x",
    "\\\\evil",
    "/\\evil",
    "javascript:alert(1)",
    "file:///etc",
    "ws://a/b",
    "http://[",
    "http://a:99999/",
    "/a b",
    "/a\nevent: message",
    "/a\r",
    "/\0",
    undefined,
    null,
    7,
    {},
  ])("refuses %j", (endpoint) => {
    expect(() => checkedEndpoint(endpoint)).toThrow(TypeError);
  });

  test.each([
    ["/caf\u00e9", "/caf%C3%A9"],
    ["/a\u2028data:forged\u2029\u0085", "/a%E2%80%A8data:forged%E2%80%A9%C2%85"],
    ["https://example.com/\u{1f600}?q=\u00e9#\u00e9", "https://example.com/%F0%9F%98%80?q=%C3%A9#%C3%A9"],
  ])("writes %j as a URL parser would, so that no reader ends a line in it", (endpoint, written) => {
    expect(checkedEndpoint(endpoint)).toBe(written);
    expect(new URL(written, "http://localhost").href).toBe(new URL(endpoint, "http://localhost").href);
  });

  test("refuses half a surrogate pair, which is no character", () => {
    expect(() => checkedEndpoint("/\ud83d")).toThrow(TypeError);
  });
});

describe("withParam", () => {
  test.each([
    ["/m", "/m?s=ID"],
    ["/m?", "/m?s=ID"],
    ["/m?a=1&b", "/m?a=1&b&s=ID"],
    ["/m?s=old&a=1&s=older", "/m?a=1&s=ID"],
    ["/m#part", "/m?s=ID#part"],
    ["/m?a=1#part?s=x", "/m?a=1&s=ID#part?s=x"],
  ])("puts the ID into %s", (endpoint, expected) => {
    expect(withParam(endpoint, "s", "ID")).toBe(expected);
  });
});
