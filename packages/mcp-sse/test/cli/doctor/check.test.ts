import { expect, test } from "vitest";
import { fail, info, ok, skip, warn } from "../../../src/cli/doctor/check.ts";

test("what is wrong comes with what to do about it", () => {
  expect([ok("a", "b"), info("a", "b"), skip("a", "b")].map(({ verdict }) => verdict)).toEqual([
    "ok",
    "info",
    "skip",
  ]);
  expect(warn("a", "b", "c")).toEqual({ check: "a", verdict: "warn", evidence: "b", fix: "c" });
  expect(fail("a", "b", "c")).toEqual({ check: "a", verdict: "fail", evidence: "b", fix: "c" });
});
