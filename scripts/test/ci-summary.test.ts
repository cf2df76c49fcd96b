import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { root } from "../workspace.mjs";

interface Report {
  readonly passed: number;
  readonly failed?: number;
  readonly skipped?: number;
}

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "ci-summary-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

describe("the summary of a CI run", () => {
  test("adds up the tests of every report and counts every other step as one", () => {
    report("test", "vitest", { passed: 40, skipped: 2 });
    report("runtimes", "bun", { passed: 5 });
    report("runtimes", "deno", { passed: 6 });
    expect(summary(["install 0", "test 0", "size 0", "runtimes 0", "browser skipped"])).toEqual({
      last: "53 passed, 0 failed, 3 skipped",
      status: 0,
      failures: [],
    });
  });

  test("counts a failed step that runs no tests", () => {
    expect(summary(["install 0", "size 1"])).toMatchObject({
      last: "1 passed, 1 failed, 0 skipped",
      status: 1,
      failures: ["FAILED: size"],
    });
  });

  test("fails for the failed tests of any report", () => {
    report("test", "vitest", { passed: 40, failed: 3 });
    expect(summary(["test 1"])).toMatchObject({ last: "40 passed, 3 failed, 0 skipped", status: 1 });
  });

  test("fails when all tests passed and the run did not: an unhandled rejection, a type error", () => {
    report("test", "vitest", { passed: 40 });
    expect(summary(["test 1"])).toMatchObject({ last: "40 passed, 1 failed, 0 skipped", status: 1 });
  });

  test("fails when the run claims success and left no report", () => {
    expect(summary(["test 0"])).toMatchObject({ last: "0 passed, 1 failed, 0 skipped", status: 1 });
  });

  test("names a step that ran out of time", () => {
    expect(summary(["demo 124"])).toMatchObject({ failures: ["FAILED: demo"], status: 1 });
  });
});

function report(step: string, name: string, { passed, failed = 0, skipped = 0 }: Report): void {
  mkdirSync(join(dir, step), { recursive: true });
  const counts = {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: skipped,
    numTodoTests: 0,
  };
  writeFileSync(join(dir, step, `${name}.json`), JSON.stringify(counts));
}

function summary(steps: readonly string[]): { last: string | undefined; status: number; failures: string[] } {
  writeFileSync(join(dir, "steps.tsv"), steps.map((step) => `${step.replace(" ", "\t")}\t1\n`).join(""));
  let status = 0;
  let output: string;
  try {
    output = execFileSync(process.execPath, [join(root, "scripts/ci-summary.mjs"), dir], {
      encoding: "utf8",
    });
  } catch (error) {
    ({ status, stdout: output } = error as { status: number; stdout: string });
  }
  const lines = output.trimEnd().split("\n");
  return { last: lines.at(-1), status, failures: lines.filter((line) => line.startsWith("FAILED: ")) };
}
