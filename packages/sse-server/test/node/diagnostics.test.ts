import diagnostics from "node:diagnostics_channel";
import { describe, expect, onTestFinished, test } from "vitest";
import { channel } from "../../src/node/diagnostics.ts";

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
