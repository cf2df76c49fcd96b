// Runs the suites of the packages listed in runtime/runtimes.json under other runtimes, and prints what ran where.
//
//     node scripts/test-runtimes.mjs           all of them
//     node scripts/test-runtimes.mjs bun deno  these; --reports DIR keeps vitest's reports there
//     node scripts/test-runtimes.mjs chromium --file packages/sse-client/test/order
//                                              these files only, by a part of their path; may be repeated
//
// What passed goes into the table of docs/runtimes.md; the rows of runtimes that did not run, or not whole, stay as they are.
//
// Node, Bun and Deno come by npx, workerd from the lockfile; Chromium must be installed.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { run } from "./run.mjs";
import { readJson, root } from "./workspace.mjs";

/** @type {Record<string, { npx?: string, branches: "node" | "standard", packages: string[], except?: { files?: string[], test?: string, because: string }[] }>} */
const runtimes = readJson(join(root, "scripts/runtime/runtimes.json"));
const { values, positionals: wanted } = parseArgs({
  options: {
    reports: { type: "string", default: ".cache/runtimes" },
    file: { type: "string", multiple: true, default: [] },
  },
  allowPositionals: true,
});
const reports = resolve(root, values.reports);
const unknown = wanted.filter((name) => runtimes[name] === undefined);
if (unknown.length > 0)
  throw new RangeError(
    `no such runtime: ${unknown.join(", ")}; there are ${Object.keys(runtimes).join(", ")}`,
  );

/** One that hangs must not hide how the others went. */
const DEADLINE_MS = 480_000;

mkdirSync(reports, { recursive: true });
const rows = [];
for (const name of wanted.length > 0 ? wanted : Object.keys(runtimes)) {
  const row = await testIn(name);
  rows.push(row);
  if (row.fault !== "") console.error(`\nFAULT ${name}: ${row.fault}`);
}

console.log(
  "\nruntime    passed failed skipped seconds  packages, and the branches of `imports` they were given",
);
for (const { name, passed, failed, skipped, seconds, branches, fault } of rows) {
  const counts = [passed, failed, skipped, seconds].map((n) => String(n).padStart(7)).join("");
  const note = fault === "" ? "" : "  FAULT";
  console.log(
    `${name.padEnd(10)}${counts}  ${[runtimes[name]?.packages.join(", "), ...branches].join("; ")}${note}`,
  );
}
for (const { name } of rows) {
  for (const { files, test, because } of runtimes[name]?.except ?? []) {
    console.log(`${name} was not given ${files?.join(", ") ?? `"${test}"`}: ${because}`);
  }
}
if (values.file.length === 0) writeRows(rows);
process.exitCode = rows.some(({ fault }) => fault !== "") ? 1 : 0;

/** @param {readonly Awaited<ReturnType<typeof testIn>>[]} done */
function writeRows(done) {
  const page = join(root, "docs/runtimes.md");
  const text = readFileSync(page, "utf8");
  const [before = "", table = "", after = ""] = text.split(/(?<=<!-- runs -->\n\n)|(?=\n\n<!-- \/runs -->)/);
  const [head = "", rule = "", ...old] = table.split("\n");
  const lines = new Map(old.map((line) => [line.split(" | ")[0]?.slice(2), line]));
  for (const { name, passed, failed, fault } of done) {
    const { npx, packages = [] } = runtimes[name] ?? {};
    const what = npx === undefined ? name : `${name} (${npx})`;
    const counts = fault === "" ? `${passed} | ${failed}` : `${passed} | ${Math.max(failed, 1)}`;
    lines.set(name, `| ${name} | ${what} | ${packages.join(", ")} | ${counts} |`);
  }
  const sorted = Object.keys(runtimes).flatMap((name) => lines.get(name) ?? []);
  const next = before + [head, rule, ...sorted].join("\n") + after;
  if (next !== text) writeFileSync(page, next);
}

/** @param {string} name */
async function testIn(name) {
  const report = join(reports, `${name}.json`);
  const branchFile = join(reports, `${name}.branches`);
  for (const file of [report, branchFile]) rmSync(file, { force: true });
  const started = performance.now();
  const [command = "", ...args] = commandFor(name);
  const { status, output } = await run(
    command,
    [...args, ...values.file, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    {
      cwd: root,
      timeout: DEADLINE_MS,
      env: {
        ...process.env,
        MCP_SSE_RUNTIME: name,
        MCP_SSE_BRANCHES: branchFile,
        DENO_NO_UPDATE_CHECK: "1",
        WRANGLER_SEND_METRICS: "false",
      },
    },
  );
  const seconds = Math.round((performance.now() - started) / 1000);
  const counts = existsSync(report) ? readJson(report) : {};
  const passed = counts.numPassedTests ?? 0;
  const branches = existsSync(branchFile) ? readFileSync(branchFile, "utf8").trim().split("\n").sort() : [];
  const wrong = values.file.length === 0 ? wrongBranches(name, branches) : [];
  const fault =
    status !== 0 || passed === 0
      ? `vitest exits ${status}\n${output}`
      : wrong.length > 0
        ? `branches of imports that it should not be given: ${wrong.join(", ")}`
        : "";
  return {
    name,
    passed,
    failed: counts.numFailedTests ?? 0,
    skipped: (counts.numPendingTests ?? 0) + (counts.numTodoTests ?? 0),
    seconds,
    branches: [...new Set(branches)].map((branch) => branch.replace(/ packages\/[^/]+\//, " -> ")),
    fault,
  };
}

/**
 * What is not as it should be: on Node every `#name` leads to a folder `node/`, elsewhere none does, and a package that has
 * branches shows one of each.
 *
 * @param {string} name
 * @param {readonly string[]} branches - as `#text packages/sse-codec/src/text.ts`
 */
function wrongBranches(name, branches) {
  const { branches: expected, packages = [] } = runtimes[name] ?? {};
  // Tests of one branch on another's runtime import it by its path; the suites of `standard` branches mock the name.
  const wrong = branches.filter((branch) => branch.includes("/src/node/") !== (expected === "node"));
  for (const each of packages) {
    const { imports = {} } = readJson(join(root, "packages", each, "package.json"));
    for (const specifier of Object.keys(imports)) {
      if (!branches.some((branch) => branch.startsWith(`${specifier} packages/${each}/`)))
        wrong.push(`${specifier} of ${each}: none`);
    }
  }
  return wrong;
}

/**
 * @param {string} name
 * @returns {string[]}
 */
function commandFor(name) {
  const { npx, packages = [] } = runtimes[name] ?? {};
  const vitest = ["node_modules/vitest/vitest.mjs", "run"];
  if (name === "chromium") return [process.execPath, ...vitest, "--config", "vitest.browser.config.ts"];
  if (name === "workerd") return [process.execPath, ...vitest, "--config", "vitest.workerd.config.ts"];
  const projects = ["runtime", ...packages].flatMap((project) => ["--project", project]);
  if (name === "bun") return ["npx", "--yes", String(npx), "--bun", ...vitest, ...projects];
  if (name === "deno") return ["npx", "--yes", String(npx), "run", "-A", "--no-lock", ...vitest, ...projects];
  return ["npx", "--yes", "-p", String(npx), "node", ...vitest, ...projects];
}
