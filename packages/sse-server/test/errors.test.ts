import { describe, expect, test } from "vitest";
import { SseServerError } from "../src/errors.ts";

describe("SseServerError", () => {
  test("is told by its code and keeps its cause", () => {
    const cause = new Error("the reason");
    const error = new SseServerError("ERR_SSE_ACCEPT", "accept failed", { cause });
    expect(error).toMatchObject({ name: "SseServerError", code: "ERR_SSE_ACCEPT", cause });
  });

  test("has no cause where none was given", () => {
    expect("cause" in new SseServerError("ERR_SSE_STALLED", "stalled")).toBe(false);
  });
});
