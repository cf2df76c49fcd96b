import { readFileSync } from "node:fs";
import type { ConnectMcpOptions, McpClient, SSEClientTransportOptions, SseHandlerOptions } from "mcp-sse";
import type { ServeSseOptions } from "mcp-sse/node";
import { describe, expect, test } from "vitest";
import type { DnsRebindingOptions } from "../src/rebinding-guard.ts";

type Own<Options, Base = unknown> = Record<Exclude<keyof Options, keyof Base>, true>;

// The compiler asks for each option here, and the tests for each of these in the README.
const serve: Own<ServeSseOptions, SseHandlerOptions> = { port: true, host: true, path: true };
const server: Own<DnsRebindingOptions> = {
  enableDnsRebindingProtection: true,
  allowedHosts: true,
  allowedOrigins: true,
};
const client: Own<SSEClientTransportOptions> = {
  authProvider: true,
  eventSourceInit: true,
  requestInit: true,
  fetch: true,
  redirectPolicy: true,
  skipIssuerMetadataValidation: true,
  agent: true,
  onIgnored: true,
  endpointTimeoutMs: true,
  postTimeoutMs: true,
  fenceTimeoutMs: true,
  idleTimeoutMs: true,
  maxEventBytes: true,
  maxConcurrentPosts: true,
  maxBacklogBytes: true,
  maxQueuedMessages: true,
};
const connect: Own<ConnectMcpOptions<McpClient>, SSEClientTransportOptions> = {
  createClient: true,
  signal: true,
};

describe("the README", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

  test.each([
    ["`serveSse(", serve],
    ["`new SSEServerTransport(", server],
    ["`new SSEClientTransport(", client],
    ["`connectMcp(", connect],
  ])("has a row for every option of %s…)`", (opening, options) => {
    const [, section = ""] = readme.split(`\n${opening}`);
    const [, table = ""] = section.split("\n\n");
    const rows = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(rows).toEqual(expect.arrayContaining(Object.keys(options)));
  });
});
