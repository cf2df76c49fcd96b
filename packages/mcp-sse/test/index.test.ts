import * as jsonrpc from "@mcp-sse/jsonrpc";
import * as sseClient from "@mcp-sse/sse-client";
import * as sseCodec from "@mcp-sse/sse-codec";
import * as sseServer from "@mcp-sse/sse-server";
import * as sseServerNode from "@mcp-sse/sse-server/node";
import * as all from "mcp-sse";
import * as client from "mcp-sse/client";
import * as node from "mcp-sse/node";
import * as server from "mcp-sse/server";
import { describe, expect, test } from "vitest";

/** What an entry has beyond the packages below. */
const own = (entry: object, ...below: object[]): string[] =>
  Object.keys(entry)
    .filter((name) => !below.some((module) => name in module))
    .sort();

describe("the entries", () => {
  test.each([
    ["mcp-sse", all, [jsonrpc, sseCodec, sseServer, sseClient]],
    ["mcp-sse/client", client, [jsonrpc, sseCodec, sseClient]],
    ["mcp-sse/server", server, [jsonrpc, sseCodec, sseServer]],
    ["mcp-sse/node", node, [sseServerNode]],
  ])("hand on every name of the packages below: %s", (_entry, entry, below) => {
    for (const module of below) {
      for (const [name, value] of Object.entries(module)) {
        expect([name, Reflect.get(entry, name) === value]).toEqual([name, true]);
      }
    }
  });

  test("add these", () => {
    const below = [jsonrpc, sseCodec, sseServer, sseClient];
    expect(own(all, ...below)).toEqual([
      "SSEClientTransport",
      "SSEServerTransport",
      "SseError",
      "TransportError",
      "UnauthorizedError",
      "connectMcp",
      "createMcpSseHandler",
      "toTransport",
    ]);
    expect(own(client, ...below)).toEqual([
      "SSEClientTransport",
      "SseError",
      "TransportError",
      "UnauthorizedError",
      "connectMcp",
      "toTransport",
    ]);
    expect(own(server, ...below)).toEqual([
      "SSEServerTransport",
      "TransportError",
      "createMcpSseHandler",
      "toTransport",
    ]);
    expect(own(node, sseServerNode)).toEqual(["serveSse"]);
  });
});
