import diagnostics from "node:diagnostics_channel";
import { describe, expect, onTestFinished, test } from "vitest";
import { channel, warn } from "../../src/node/diagnostics.ts";
import { collectWarnings } from "../support/warnings.ts";

describe("channel, on Node", () => {
  test("is node:diagnostics_channel's of that name", () => {
    const seen: unknown[] = [];
    const listener = (event: unknown): void => void seen.push(event);
    diagnostics.subscribe("mcp-sse.test", listener);
    onTestFinished(() => void diagnostics.unsubscribe("mcp-sse.test", listener));
    expect(channel("mcp-sse.test").hasSubscribers).toBe(true);
    channel("mcp-sse.test").publish({ a: 1 });
    expect(seen).toEqual([{ a: 1 }]);
  });
});

describe("warn, on Node", () => {
  test("is a warning of the process, of a type of its own", async () => {
    const warnings = collectWarnings();
    warn("text", "detail");
    expect(await warnings()).toEqual([{ name: "McpSseWarning", message: "text", detail: "detail" }]);
  });
});
