// What other runtimes are not given is told in docs/runtimes.md as the runs are told it.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readJson, root } from "../workspace.mjs";

interface Runtime {
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

test("a runtime is given no file that is not there", () => {
  const files = Object.values(runtimes).flatMap((runtime) => runtime.files ?? []);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
