import type { ServerSentEvent } from "@mcp-sse/sse-codec";
import { describe, expect, test } from "vitest";
import * as fetching from "../../src/fetch/scanner.ts";
import * as node from "../../src/node/scanner.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe.each(Object.entries({ fetching, node }))(
  "the scanner of the branch %s",
  (_branch, { createByteScanner }) => {
    test("gives the same events, and refuses one that is too large", () => {
      const events: ServerSentEvent[] = [];
      const scanner = createByteScanner((event) => events.push(event), 32);
      for (const chunk of ["\uFEFFevent: endpo", "int\r", "\ndata:/\n\n:\n\ndata: é", "\n\n"])
        scanner.push(bytes(chunk));
      expect(events).toEqual([{ event: "endpoint", data: "/" }, { data: "é" }]);
      expect(() => scanner.push(bytes(`data: ${"0".repeat(32)}`))).toThrow(
        expect.objectContaining({ code: "ERR_SSE_EVENT_TOO_LARGE" }),
      );
    });
  },
);
