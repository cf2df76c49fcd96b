// The end of a CI run: how each step went, then one line that counts everything.
//
//     node scripts/ci-summary.mjs .cache/ci
//
// A step that ran vitest counts its tests; any other counts as one. Exits 1 if anything failed.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "./workspace.mjs";

const dir = process.argv[2] ?? ".cache/ci";
/** @type {Record<string, string>} steps that run vitest, and the folder where each leaves its reports */
const reportDirs = {
  test: join(dir, "test"),
  suites: join(dir, "suites"),
  runtimes: join(dir, "runtimes"),
};

const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
console.log("\nstep                 seconds");
for (const line of readFileSync(join(dir, "steps.tsv"), "utf8").trim().split("\n")) {
  const [name = "", status = "", seconds = ""] = line.split("\t");
  const counts = countsOf(name, status);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  if (counts.failed > 0) failures.push(name);
  const verdict = status === "skipped" ? "skipped" : counts.failed > 0 ? "FAILED" : "ok";
  console.log(`${name.padEnd(20)} ${seconds.padStart(7)}  ${verdict}`);
}
for (const name of failures) console.log(`FAILED: ${name}`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = failures.length === 0 ? 0 : 1;

/**
 * @param {string} name
 * @param {string} status exit code, or `skipped`
 */
function countsOf(name, status) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  if (status === "skipped") return { ...counts, skipped: 1 };
  const reportDir = reportDirs[name];
  for (const report of reportsIn(reportDir)) {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = readJson(report);
    counts.passed += numPassedTests;
    counts.failed += numFailedTests;
    counts.skipped += numPendingTests + numTodoTests;
  }
  // Something beside the tests can fail: a type, an unhandled rejection, a runtime that did not start.
  if (status !== "0") counts.failed = Math.max(counts.failed, 1);
  else if (reportDir === undefined) counts.passed = 1;
  else if (counts.passed === 0) counts.failed = Math.max(counts.failed, 1);
  return counts;
}

/** @param {string | undefined} reportDir */
function reportsIn(reportDir) {
  if (reportDir === undefined || !existsSync(reportDir)) return [];
  return readdirSync(reportDir)
    .filter((file) => file.endsWith(".json"))
    .map((file) => join(reportDir, file));
}
