// A reader pastes a fence and runs it. So does this: every ```js fence of every README is a program of its
// own, run by Node against the built packages, and must end by itself.

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { packages, root } from "../workspace.mjs";

const run = promisify(execFile);
const DEADLINE_MS = 10_000;

interface Program {
  /** `packages/jsonrpc/README.md:12`, the line of its fence. */
  readonly place: string;
  readonly code: string;
  readonly file: string;
}

// Where a program is put decides what it can import: a package resolves itself by name and what it declares.
// The root README speaks of the facade, so its programs run there.
const homes = new Map([
  [join(root, "README.md"), join(root, "packages/mcp-sse")],
  ...packages.map(({ dir }) => [join(dir, "README.md"), dir] as const),
]);

const readmes = [...homes.keys()].filter((readme) => existsSync(readme));
const programs = readmes.flatMap(programsOf);

describe("a README", () => {
  test("is there at the root and for every public package", () => {
    const missing = packages.filter(
      ({ dir, manifest }) => manifest.private !== true && !existsSync(join(dir, "README.md")),
    );
    expect(missing.map(({ folder }) => folder)).toEqual([]);
    expect(existsSync(join(root, "README.md"))).toBe(true);
  });

  test("tags what runs as js, what is a fragment as ts, and leaves nothing untagged", () => {
    const tags = readmes.flatMap((readme) =>
      [...readFileSync(readme, "utf8").matchAll(/^(```+)(.*)\n[\s\S]*?^\1$/gm)].map(
        ([, , tag]) => `${relative(root, readme)}: ${tag}`,
      ),
    );
    const known = /: (js|ts|sh|text|http|json|edges|console|diff|toml)$/;
    expect(tags.filter((tag) => !known.test(tag))).toEqual([]);
  });

  test("shows at least one program that runs as pasted", () => {
    const shown = new Set(programs.map(({ place }) => place.replace(/:\d+$/, "")));
    const expected = [
      "README.md",
      ...packages.flatMap(({ folder, manifest }) =>
        manifest.private ? [] : [`packages/${folder}/README.md`],
      ),
    ];
    expect(expected.filter((readme) => !shown.has(readme))).toEqual([]);
  });
});

describe.concurrent("the program at", () => {
  afterAll(() => {
    for (const { file } of programs) rmSync(file, { force: true });
  });

  test.each(programs)(
    "$place runs as pasted and ends by itself",
    { timeout: 3 * DEADLINE_MS },
    async ({ code, file }) => {
      mkdirSync(join(file, ".."), { recursive: true });
      writeFileSync(file, code);
      // Nothing of vitest may reach the program: a reader has none of it.
      const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env;
      const ended = await run(process.execPath, [file], {
        timeout: DEADLINE_MS,
        killSignal: "SIGKILL",
        env,
      }).then(
        () => "exit 0",
        (error: { killed?: boolean; code?: number; stderr?: string }) =>
          error.killed ? `still running after ${DEADLINE_MS} ms` : `exit ${error.code}\n${error.stderr}`,
      );
      expect(ended).toBe("exit 0");
    },
  );
});

function programsOf(readme: string): Program[] {
  const text = readFileSync(readme, "utf8");
  return [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map((match) => {
    const line = text.slice(0, match.index).split("\n").length;
    const place = `${relative(root, readme)}:${line}`;
    const file = join(homes.get(readme) as string, ".cache/readme", `${place.replaceAll(/\W/g, "-")}.mjs`);
    return { place, code: match[1] as string, file };
  });
}
