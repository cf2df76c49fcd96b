import { describe, expect, test } from "vitest";
import { isLoopback, isOriginOf, parseHost, parseOrigin } from "../src/host.ts";

describe("parseHost", () => {
  test.each([
    ["localhost", "localhost", ""],
    ["LOCALHOST:80", "localhost", "80"],
    ["my.Host.:8080", "my.host", "8080"],
    ["[::1]:3000", "[::1]", "3000"],
    ["[::FFFF:127.0.0.1]", "[::ffff:127.0.0.1]", ""],
    ["a_b-c.example", "a_b-c.example", ""],
    ["h:65535", "h", "65535"],
  ])("reads %s", (value, name, port) => {
    expect(parseHost(value)).toEqual({ name, port });
  });

  test.each([
    "",
    ":80",
    "a b",
    "a,b",
    "a:b",
    "a:",
    "a:1:2",
    "a:65536",
    "a:123456",
    "user@localhost",
    "localhost/",
    "localhost#",
    "localhost?x",
    "localhost\\evil",
    "*.example.com",
    "::1",
    "[::1",
    "[g::1]",
    "..",
    "-a",
    "café",
    "localhost\n",
  ])("refuses %j", (value) => {
    expect(parseHost(value)).toBeUndefined();
  });
});

describe("parseOrigin", () => {
  test("reads scheme, name and port", () => {
    expect(parseOrigin("HTTPS://App.Example.com:8443")).toEqual({
      scheme: "https",
      name: "app.example.com",
      port: "8443",
    });
  });

  test.each([
    "",
    "null",
    "http://",
    "http://a/",
    "http://a b",
    "http://a, http://b",
    "//a",
    "a",
    "http://u@a",
  ])("refuses %j", (value) => {
    expect(parseOrigin(value)).toBeUndefined();
  });
});

describe("isOriginOf", () => {
  const matches = (origin: string, host: string): boolean => {
    const [left, right] = [parseOrigin(origin), parseHost(host)];
    if (left === undefined || right === undefined) throw new Error("the case itself is wrong");
    return isOriginOf(left, right);
  };

  test.each([
    ["http://localhost:3000", "localhost:3000"],
    ["http://localhost", "localhost"],
    ["http://localhost:80", "localhost"],
    ["http://localhost", "localhost:80"],
    ["https://my.host", "my.host"],
    ["https://my.host", "my.host:443"],
    ["http://[::1]:8080", "[::1]:8080"],
  ])("holds for %s and Host %s", (origin, host) => {
    expect(matches(origin, host)).toBe(true);
  });

  test.each([
    ["http://localhost:3001", "localhost:3000"],
    ["http://127.0.0.1:3000", "localhost:3000"],
    ["https://my.host", "my.host:80"],
    ["http://localhost.evil.example", "localhost"],
    ["http://evil.localhost", "localhost"],
    ["ftp://localhost", "localhost"],
    ["chrome-extension://localhost", "localhost"],
  ])("does not hold for %s and Host %s", (origin, host) => {
    expect(matches(origin, host)).toBe(false);
  });
});

describe("isLoopback", () => {
  test.each(["localhost", "127.0.0.1", "[::1]"])("knows %s", (name) => {
    expect(isLoopback(name)).toBe(true);
  });

  test.each(["0.0.0.0", "[::]", "127.0.0.1.evil.example", "localhost.evil.example", "xlocalhost", "evil"])(
    "does not take %s for one",
    (name) => {
      expect(isLoopback(name)).toBe(false);
    },
  );
});
