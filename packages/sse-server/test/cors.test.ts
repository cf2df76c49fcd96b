import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { corsHeaders, preflight } from "../src/cors.ts";

describe("corsHeaders", () => {
  verifies("security.cors.exact", "H13 echoes the exact origin with Vary, and never a star", () => {
    for (const credentials of [true, false]) {
      const headers = corsHeaders("https://app.example", { credentials });
      expect(headers).toMatchObject({ vary: "Origin", "access-control-allow-origin": "https://app.example" });
      expect(headers["access-control-allow-credentials"]).toBe(credentials ? "true" : undefined);
    }
  });

  test("tells caches that the answer depends on Origin also where there is none", () => {
    expect(corsHeaders(undefined, { credentials: true })).toEqual({ vary: "Origin" });
  });
});

describe("preflight", () => {
  verifies("security.cors.preflight", "allows the headers that clients of this transport send", () => {
    expect(preflight({})).toMatchObject({
      status: 204,
      body: "",
      headers: {
        "access-control-allow-methods": "GET, POST",
        "access-control-allow-headers": "content-type, authorization, mcp-protocol-version, last-event-id",
        "access-control-max-age": "7200",
      },
    });
  });

  test("adds the configured headers and age", () => {
    expect(preflight({ allowHeaders: ["x-tenant"], maxAgeSeconds: 0 }).headers).toMatchObject({
      "access-control-allow-headers":
        "content-type, authorization, mcp-protocol-version, last-event-id, x-tenant",
      "access-control-max-age": "0",
    });
  });
});
