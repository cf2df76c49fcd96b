import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { resolveOptions, type SseHandlerOptions } from "../src/options.ts";

describe("resolveOptions", () => {
  test("gives the safe defaults", () => {
    expect(resolveOptions({})).toMatchObject({
      hosts: [],
      origins: new Set(),
      cors: undefined,
      authorize: undefined,
      endpoint: undefined,
      trustForwardedPrefix: false,
      sessionParam: "sessionId",
      maxSessions: 10_000,
      maxSessionsPerPrincipal: Infinity,
      acceptTimeoutMs: 10_000,
      bus: undefined,
      secret: undefined,
    });
  });

  test("takes every option as undefined for its default", () => {
    const names = [
      "allowedHosts",
      "allowedOrigins",
      "cors",
      "endpoint",
      "sessionParam",
      "maxSessions",
      "secret",
    ];
    const options = Object.fromEntries(names.map((name) => [name, undefined]));
    expect(resolveOptions(options)).toEqual(resolveOptions({}));
  });

  test("folds the case of hosts and takes their trailing dot off", () => {
    expect(resolveOptions({ allowedHosts: ["My.Host.", "[::1]:80"] }).hosts).toEqual([
      { name: "my.host", port: "" },
      { name: "[::1]", port: "80" },
    ]);
    expect(resolveOptions({ allowedHosts: "any" }).hosts).toBe("any");
  });

  test("makes true of cors the defaults, and false nothing", () => {
    expect(resolveOptions({ cors: true }).cors).toEqual({});
    expect(resolveOptions({ cors: { credentials: true } }).cors).toEqual({ credentials: true });
    expect(resolveOptions({ cors: false }).cors).toBeUndefined();
  });

  verifies("options.kinds", "throws a TypeError for what is of another kind, and names it", () => {
    for (const options of [
      { authorize: 5 },
      { allowedHosts: "example.com" },
      { observer: null },
      { bus: {} },
    ]) {
      const resolve = (): unknown => resolveOptions(options as unknown as SseHandlerOptions);
      expect(resolve).toThrow(TypeError);
      expect(resolve).toThrow(Object.keys(options)[0]);
    }
    expect(() => resolveOptions(null as never)).toThrow(new TypeError("options must be an object, got null"));
  });

  test("says of a wildcard host what switches the check off", () => {
    expect(() => resolveOptions({ allowedHosts: ["*"] })).toThrow(
      'allowedHosts must be an array of "host" or "host:port", or the string "any", got "*"',
    );
  });

  test.each<[option: string, options: SseHandlerOptions]>([
    ["allowedHosts", { allowedHosts: ["*.example.com"] }],
    ["allowedHosts", { allowedHosts: ["http://example.com"] }],
    ["allowedHosts", { allowedHosts: [""] }],
    ["allowedHosts", { allowedHosts: ["1.2.3.4.5"] }],
    ["allowedOrigins", { allowedOrigins: ["https://a.example/"] }],
    ["allowedOrigins", { allowedOrigins: ["*"] }],
    ["allowedOrigins", { allowedOrigins: ["https://*.example"] }],
    ["allowedOrigins", { allowedOrigins: ["null"] }],
    ["allowedOrigins", { allowedOrigins: ["a.example"] }],
    ["cors.allowHeaders", { cors: { allowHeaders: ["x-a, *"] } }],
    ["cors.allowHeaders", { cors: { allowHeaders: ["*"] } }],
    ["cors.maxAgeSeconds", { cors: { maxAgeSeconds: 1.5 } }],
    ["cors.maxAgeSeconds", { cors: { maxAgeSeconds: -1 } }],
    ["endpoint", { endpoint: "//evil" }],
    ["endpoint", { endpoint: "" }],
    ["endpoint", { endpoint: new URL("ftp://a/b") }],
    ["sessionParam", { sessionParam: "" }],
    ["sessionParam", { sessionParam: "a b" }],
    ["sessionParam", { sessionParam: "a=b" }],
    ["maxSessions", { maxSessions: 0 }],
    ["maxSessions", { maxSessions: Number.NaN }],
    ["maxSessionsPerPrincipal", { maxSessionsPerPrincipal: -1 }],
    ["acceptTimeoutMs", { acceptTimeoutMs: 0 }],
    ["secret", { secret: "" }],
    ["keepAliveMs", { keepAliveMs: 0 }],
  ])("throws a RangeError that names %s: %j", (option, options) => {
    expect(() => resolveOptions(options)).toThrow(RangeError);
    expect(() => resolveOptions(options)).toThrow(option);
  });
});
