import { describe, expect, test } from "vitest";
import { linkOf } from "../../src/requirements/requirement.ts";

describe("linkOf", () => {
  test.each([
    [
      "HTML#authoring-notes",
      "https://html.spec.whatwg.org/multipage/server-sent-events.html#authoring-notes",
    ],
    ["JSON-RPC#batch", "https://www.jsonrpc.org/specification#batch"],
    [
      "MCP#http-with-sse",
      "https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse",
    ],
    ["mcp-sse", undefined],
  ] as const)("links %s", (source, link) => {
    expect(linkOf(source)).toBe(link);
  });
});
