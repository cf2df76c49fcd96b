import { describe, expect, test } from "vitest";
import { type DnsRebindingOptions, refusedHeader } from "../src/rebinding-guard.ts";

const guarded: DnsRebindingOptions = {
  enableDnsRebindingProtection: true,
  allowedHosts: ["localhost:3000"],
  allowedOrigins: ["https://app.example"],
};

function refused(rawHeaders: [name: string, value: string][], options = guarded) {
  const headers: Record<string, string> = {};
  for (const [name, value] of rawHeaders) headers[name.toLowerCase()] ??= value;
  const request = { headers, rawHeaders: rawHeaders.flat() };
  return refusedHeader(request as unknown as Parameters<typeof refusedHeader>[0], options);
}

describe("the DNS rebinding protection of SSEServerTransport", () => {
  test.each<[why: string, headers: [string, string][]]>([
    ["the exact host", [["Host", "localhost:3000"]]],
    [
      "the exact host and origin",
      [
        ["Host", "localhost:3000"],
        ["Origin", "https://app.example"],
      ],
    ],
    ["the authority of HTTP/2", [[":authority", "localhost:3000"]]],
  ])("lets pass %s", (_why, headers) => {
    expect(refused(headers)).toBeUndefined();
  });

  test.each<[why: string, header: "Host" | "Origin", headers: [string, string][]]>([
    ["another port", "Host", [["Host", "localhost:3001"]]],
    ["no host", "Host", []],
    [
      "two hosts",
      "Host",
      [
        ["Host", "localhost:3000"],
        ["host", "evil.example"],
      ],
    ],
    [
      "another origin",
      "Origin",
      [
        ["Host", "localhost:3000"],
        ["Origin", "https://evil.example"],
      ],
    ],
    [
      "an empty origin",
      "Origin",
      [
        ["Host", "localhost:3000"],
        ["Origin", ""],
      ],
    ],
    [
      "the origin null",
      "Origin",
      [
        ["Host", "localhost:3000"],
        ["Origin", "null"],
      ],
    ],
    [
      "several origins",
      "Origin",
      [
        ["Host", "localhost:3000"],
        ["Origin", "https://app.example, https://evil.example"],
      ],
    ],
  ])("refuses %s", (_why, header, headers) => {
    expect(refused(headers)).toBe(header);
  });

  test("is off by default, and a list that is empty or absent checks nothing", () => {
    const evil: [string, string][] = [
      ["Host", "evil.example"],
      ["Origin", "https://evil.example"],
    ];
    expect(refused(evil, { ...guarded, enableDnsRebindingProtection: false })).toBeUndefined();
    expect(refused(evil, { allowedHosts: ["localhost"] })).toBeUndefined();
    expect(refused(evil, { enableDnsRebindingProtection: true })).toBeUndefined();
    expect(
      refused(evil, { enableDnsRebindingProtection: true, allowedHosts: [], allowedOrigins: [] }),
    ).toBeUndefined();
  });
});
