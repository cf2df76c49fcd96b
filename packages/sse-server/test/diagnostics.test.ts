import { describe, expect, test } from "vitest";
import { channel, warn } from "../src/diagnostics.ts";

describe("channel, where there are no diagnostics", () => {
  test("has no subscribers and takes everything", () => {
    expect(channel("mcp-sse.refused").hasSubscribers).toBe(false);
    expect(channel("mcp-sse.refused").publish({})).toBeUndefined();
  });
});

describe("warn, where there is nobody to be warned", () => {
  test("does nothing", () => {
    expect(warn("text", "detail")).toBeUndefined();
  });
});
