import { describe, expect, test } from "vitest";
import { EventStreamError } from "../src/errors.ts";

describe("EventStreamError", () => {
  test("is an Error with a name and a stable code", () => {
    const error = new EventStreamError("ERR_SSE_MALFORMED_LINE", "a line has no colon");
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: "EventStreamError", code: "ERR_SSE_MALFORMED_LINE" });
    expect(String(error)).toBe("EventStreamError: a line has no colon");
  });
});
