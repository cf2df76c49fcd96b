import { describe, expect, test } from "vitest";
import { hostInUrl, isLoopback } from "../../src/node/listen-address.ts";

describe("an address to listen on", () => {
  test.each(["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1", "localhost", "LOCALHOST"])(
    "is loopback: %s",
    (host) => {
      expect(isLoopback(host)).toBe(true);
    },
  );

  test.each(["0.0.0.0", "::", "192.0.2.1", "128.0.0.1", "::2", "localhost.example", "127.0.0.1.example", ""])(
    "is not loopback: %s",
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );

  test.each([
    ["127.0.0.1", "127.0.0.1"],
    ["0.0.0.0", "127.0.0.1"],
    ["::", "[::1]"],
    ["::1", "[::1]"],
    ["my.host", "my.host"],
  ])("%s is %s in a URL", (host, inUrl) => {
    expect(hostInUrl(host)).toBe(inUrl);
  });
});
