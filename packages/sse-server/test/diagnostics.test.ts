import { describe, expect, test } from "vitest";
import { channel } from "../src/diagnostics.ts";

describe("channel, where there are no diagnostics", () => {
  test("has no subscribers and takes everything", () => {
    expect(channel("mcp-sse.refused").hasSubscribers).toBe(false);
    expect(channel("mcp-sse.refused").publish({})).toBeUndefined();
  });
});
