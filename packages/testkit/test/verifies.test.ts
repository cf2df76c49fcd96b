import { describe, expect, test } from "vitest";
import type { RequirementId } from "../src/requirements.ts";
import { titleOf, verifies } from "../src/verifies.ts";

describe("verifies", () => {
  let ran = false;

  verifies("sse.id.null", "runs the test that it registers", () => {
    ran = expect.getState().currentTestName?.endsWith("[sse.id.null]") ?? false;
  });

  test("puts the ids into the title", () => {
    expect(ran).toBe(true);
    expect(titleOf(["sse.id.null", "sse.id.persists"], "does both")).toBe(
      "does both [sse.id.null, sse.id.persists]",
    );
  });

  test.each(["sse.no-such-thing", "toString"])("refuses the id %s, which no requirement has", (id) => {
    expect(() => titleOf(id as RequirementId, "x")).toThrow(RangeError);
    expect(() => verifies(id as RequirementId, "x", () => {})).toThrow(RangeError);
  });

  test("refuses to verify nothing", () => {
    expect(() => titleOf([], "x")).toThrow(RangeError);
  });
});
