// Every figure that a document claims has a command beside it that shows it.

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../workspace.mjs";
import { claimIn, claimsOf, commandsOf } from "./claims.ts";

const documents = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) =>
    /^(?:README|(?:packages|examples|interop)\/.*README|docs\/[^/]+|benchmarks\/README)\.md$/.test(file),
  );

const folder = join(root, "benchmarks/src/bench");
const scenarios = new Set(
  readdirSync(folder)
    .filter((file) => file.endsWith("-scenarios.ts"))
    .flatMap((file) => [...readFileSync(join(folder, file), "utf8").matchAll(/^ {4}name: "([^"]+)"/gm)])
    .map(([, name]) => name),
);
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

function exists(command: string): boolean {
  const [, scenario] = /^pnpm bench (.+)$/.exec(command) ?? [];
  if (scenario !== undefined) return scenarios.has(scenario);
  const [, script] = /^pnpm (.+)$/.exec(command) ?? [];
  if (script !== undefined) return script in scripts;
  const program = command.replace(/.* benchmarks\/dist\/(.+)\.js$/, "benchmarks/src/$1.ts");
  return existsSync(join(root, program));
}

describe("the figures", () => {
  test.each(documents)("of %s are in sections that name the command that shows them", (file) => {
    const bare = claimsOf(readFileSync(join(root, file), "utf8")).filter(
      ({ commands }) => !commands.some(exists),
    );
    expect(
      bare.map(({ heading, figure, text }) => `${heading}: ${figure} in: ${text.slice(0, 120)}`),
    ).toEqual([]);
  });

  test.each(documents)("of %s are shown by commands that there are", (file) => {
    const commands = commandsOf(readFileSync(join(root, file), "utf8"));
    expect(commands.filter((command) => !exists(command))).toEqual([]);
  });
});

describe("a claim", () => {
  test.each([
    "a call takes 1.18 [0.98..1.28] of it",
    "it is 1.3 times the bare handler",
    "| receive | 4x |",
    "reads 5 times faster",
    "the check takes 52 us",
    "15 900 deliveries per second",
    "an idle session takes 12.8 KiB",
    "opened in 0.5 ms",
    "13 KiB of RSS",
    "the longest turn took 72 ms of CPU",
    "p99 is 31 ms",
  ])("is seen in: %s", (text) => {
    expect(claimIn(text)).toBeDefined();
  });

  test.each([
    "| `maxBodyBytes` | 4 MiB | what the SDK's server takes |",
    "a comment after 15 s of silence",
    "past 16 MiB, or 30 s without progress, its session ends",
    "redirects are followed up to 5 times",
    "runs on Node 20.19, mcp-handler 1.x and SDK v1 1.32.2",
    "stdin ends, 250 ms later SIGTERM",
    "`node bench.js` printed `1.3x`",
    "POST is answered 202",
    "it is noticed within 2.3 s",
  ])("is not seen in: %s", (text) => {
    expect(claimIn(text)).toBeUndefined();
  });

  test("without a command in its section is found", () => {
    const page =
      "# A\n\n`pnpm bench server`\n\n## B\n\nIt is 1.3 times faster.\n\n## C\n\n4x, by `pnpm bench server`.\n";
    expect(claimsOf(page).map(({ heading, commands }) => [heading, commands])).toEqual([
      ["B", []],
      ["C", ["pnpm bench server"]],
    ]);
  });
});
