// What other runtimes are not given is told in docs/runtimes.md as the runs are told it.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readJson, root } from "../workspace.mjs";

interface Runtime {
  readonly packages: readonly string[];
  readonly files?: readonly string[];
  readonly except?: readonly { files?: readonly string[]; test?: string; because: string }[];
}

const runtimes: Record<string, Runtime> = readJson(join(root, "scripts/runtime/runtimes.json"));

test("docs/runtimes.md lists every exception that the runs are given, and no other", () => {
  const page = readFileSync(join(root, "docs/runtimes.md"), "utf8");
  const [, table = ""] = page.split("## What is not run there");
  const rows = table.split("\n").filter((line) => /^\| (bun|deno|chromium|workerd) \|/.test(line));
  const expected = Object.entries(runtimes).flatMap(([name, { except = [] }]) =>
    except.map(({ files, test: title, because }) => {
      const what =
        files?.map((file) => file.replace("packages/", "")).join(", ") ?? `"${title?.replaceAll("\\", "")}"`;
      return `| ${name} | ${what} | ${because} |`;
    }),
  );
  expect(rows).toEqual(expected);
});

test("docs/runtimes.md has a row for each runtime, written by a run in which nothing failed", () => {
  const page = readFileSync(join(root, "docs/runtimes.md"), "utf8");
  const table = page.split("<!-- runs -->")[1]?.split("<!-- /runs -->")[0] ?? "";
  const rows = table
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (runtime|---)/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const expected = Object.entries(runtimes).map(([name, { packages }]) => [name, packages.join(", ")]);
  expect(rows.map(([, name, , packages]) => [name, packages])).toEqual(expected);
  for (const [, name, , , passed, failed] of rows) {
    const isRun = Number(passed) > 1_000 && failed === "0";
    expect([name, isRun || passed === "not run"]).toEqual([name, true]);
  }
});

test("a runtime is given no file that is not there", () => {
  const files = Object.values(runtimes).flatMap((runtime) => runtime.files ?? []);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
