import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { resolveOptions, type SseHandlerOptions } from "../src/options.ts";
import { guardRequest } from "../src/request-guard.ts";
import { FakeExchange, type FakeRequest } from "./support/exchange.ts";

function refusalOf(request: FakeRequest, options: SseHandlerOptions = {}): string | undefined {
  return guardRequest(new FakeExchange(request), resolveOptions(options))?.refusal.name;
}

describe("guardRequest", () => {
  test.each(["/", "/sse", "/sse?a=b//c", "/a//b", "/a\\b", "/%zz", "/~!$&'()*+,;=:@", "/caf\xc3\xa9"])(
    "takes the target %j",
    (target) => {
      expect(refusalOf({ target })).toBeUndefined();
    },
  );

  test.each(["", "sse", "*", "//", "//evil", "//evil:99999/", "/\\evil", "\\/evil", "http://localhost/sse"])(
    "refuses the target %j",
    (target) => {
      expect(refusalOf({ target })).toBe("BAD_TARGET");
    },
  );

  verifies(
    "http.status.431",
    "refuses what may lack headers, after a bad target and before any of them",
    () => {
      expect(refusalOf({ lacksHeaders: true })).toBe("TOO_MANY_HEADERS");
      expect(refusalOf({ lacksHeaders: true, headers: { host: "evil.example" } })).toBe("TOO_MANY_HEADERS");
      expect(refusalOf({ lacksHeaders: true, target: "//" })).toBe("BAD_TARGET");
    },
  );

  test.each(["/\t/evil", "/a b", "/a\nb", "/a\r", "/\0", "/\x7f", "/\u0100"])(
    "refuses the target %j, which a URL parser would read otherwise",
    (target) => {
      expect(refusalOf({ target })).toBe("BAD_TARGET");
    },
  );

  verifies("security.host.loopback", "X01 takes loopback names in any case, with and without a port", () => {
    const hosts = [
      "localhost",
      "localhost:3000",
      "127.0.0.1",
      "127.0.0.1:80",
      "[::1]",
      "[::1]:8080",
      "LOCALHOST:1",
    ];
    for (const host of hosts) expect([host, refusalOf({ headers: { host } })]).toEqual([host, undefined]);
  });

  test.each([
    "evil",
    "0.0.0.0",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "localhost@evil",
    "localhost:x",
    "",
    "[::]",
  ])("X08 refuses Host %j although there is no Origin", (host) => {
    expect(refusalOf({ headers: { host } })).toBe("FORBIDDEN_HOST");
    expect(refusalOf({ method: "POST", headers: { host } })).toBe("FORBIDDEN_HOST");
  });

  verifies(
    "security.host.allowed",
    "X01 adds the configured hosts, without regard to case and a trailing dot",
    () => {
      const allowedHosts = ["My.Host", "other.host:8443"];
      const refused = (host: string): string | undefined =>
        refusalOf({ headers: { host } }, { allowedHosts });
      for (const host of [
        "my.host",
        "MY.HOST:1",
        "my.host.",
        "my.host.:80",
        "other.host:8443",
        "localhost",
      ]) {
        expect([host, refused(host)]).toEqual([host, undefined]);
      }
      for (const host of ["x.my.host", "my.hosts", "other.host", "other.host:80", "evil"]) {
        expect([host, refused(host)]).toEqual([host, "FORBIDDEN_HOST"]);
      }
      expect(refusalOf({ headers: { host: "evil" } }, { allowedHosts: "any" })).toBeUndefined();
    },
  );

  test("refuses a missing Host, and a malformed one even where any is allowed", () => {
    const missing = new FakeExchange();
    missing.header = () => undefined;
    missing.occurrences = () => 0;
    expect(guardRequest(missing, resolveOptions({ allowedHosts: "any" }))?.refusal.name).toBe(
      "FORBIDDEN_HOST",
    );
    for (const host of ["a/b", "1.2.3.4.5", "256.256.256.256", "[1::2::3]"]) {
      expect([host, refusalOf({ headers: { host } }, { allowedHosts: "any" })]).toEqual([
        host,
        "FORBIDDEN_HOST",
      ]);
    }
  });

  test("refuses two Hosts, the same ones too", () => {
    expect(refusalOf({ headers: { host: ["localhost", "evil"] } })).toBe("DUPLICATE_HOST");
    expect(refusalOf({ headers: { host: ["localhost", "localhost"] } })).toBe("DUPLICATE_HOST");
  });

  verifies(
    "security.origin.same-host",
    "takes the origin of the accepted Host, and no other port of this machine",
    () => {
      const refused = (origin: string, host = "localhost:3000"): string | undefined =>
        refusalOf({ headers: { host, origin } });
      expect(refused("http://localhost:3000")).toBeUndefined();
      expect(refused("https://localhost:3000")).toBeUndefined();
      expect(refused("http://localhost", "localhost:80")).toBeUndefined();
      expect(refused("http://localhost:3001")).toBe("FORBIDDEN_ORIGIN");
      expect(refused("http://127.0.0.1:3000")).toBe("FORBIDDEN_ORIGIN");
    },
  );

  verifies("security.origin.exact", "X03 takes exact allowed origins only", () => {
    const allowedOrigins = ["https://good.example", "vscode-webview://abc"];
    const refused = (origin: string | string[]): string | undefined =>
      refusalOf({ headers: { origin } }, { allowedOrigins });
    expect(refused("https://good.example")).toBeUndefined();
    expect(refused("vscode-webview://abc")).toBeUndefined();
    const bad = [
      "http://evil.example",
      "null",
      "",
      "http://localhost.evil.example",
      "https://good.example.evil.example",
      "https://good.example:444",
      "https://good.example/",
      "https://good.example, https://evil.example",
      "http://good.example",
    ];
    for (const origin of bad) expect([origin, refused(origin)]).toEqual([origin, "FORBIDDEN_ORIGIN"]);
    expect(refused(["https://good.example", "https://good.example"])).toBe("FORBIDDEN_ORIGIN");
  });

  test("tells the observer the value and the option, in one harmless line", () => {
    const rules = resolveOptions({});
    const detail = (headers: Record<string, string>): string | undefined =>
      guardRequest(new FakeExchange({ headers }), rules)?.detail;
    expect(detail({ host: "evil:80" })).toBe('Host "evil:80" is not in allowedHosts');
    expect(detail({ origin: "http://evil" })).toBe('Origin "http://evil" is not in allowedOrigins');
    expect(detail({ host: "evil\n\x1b[31m\u{1F600}" })).toMatch(/^[\x20-\x7e]*$/);
    expect(detail({ host: "x".repeat(10_000) })?.length).toBeLessThan(400);
  });
});
