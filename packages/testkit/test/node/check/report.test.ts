import { expect, test } from "vitest";
import { type CheckResult, isAtLeast, levelOf, reportOf } from "../../../src/node/check/report.ts";

const result = (outcome: CheckResult["outcome"]): CheckResult => ({
  name: outcome,
  title: "does it",
  level: "must",
  requirements: ["session.endpoint.first"],
  outcome,
});

test("a check is of the strictest level of what it is bound to", () => {
  expect(levelOf(["http.status.202"])).toBe("ours");
  expect(levelOf(["http.status.202", "mcp.cancel.unknown"])).toBe("should");
  expect(levelOf(["mcp.cancel.unknown", "session.endpoint.first", "http.status.202"])).toBe("must");
});

test("a level counts for who asks for it or for less", () => {
  expect([isAtLeast("must", "should"), isAtLeast("should", "should"), isAtLeast("ours", "should")]).toEqual([
    true,
    true,
    false,
  ]);
});

test("a report counts its results", () => {
  const report = reportOf([result("pass"), result("pass"), result("fail"), result("not run")]);
  expect(report).toMatchObject({ passed: 2, failed: 1, notRun: 1 });
});
