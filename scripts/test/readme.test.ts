// A reader pastes a fence and runs it. So does this: every ```js fence of every README is a program of its
// own, run by Node against the built packages, and must end by itself. Where a README has a pair of fences
// named `server.mjs` and `client.mjs`, the server runs, on a free port, for as long as the client does, which is
// given the URL that the server prints.

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { packages, root } from "../workspace.mjs";

const run = promisify(execFile);
const DEADLINE_MS = 30_000;
const SERVER = "server.mjs";
const CLIENT = "client.mjs";

interface Program {
  /** `packages/jsonrpc/README.md:12`, the line of its fence. */
  readonly place: string;
  /** `server.mjs`, where the fence has a name. */
  readonly name: string | undefined;
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
    const known = /: (js( [\w-]+\.mjs)?|ts|sh|text|http|json|edges|console|diff|toml)$/;
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

  test.each(programs.filter(({ name }) => name !== SERVER))(
    "$place runs as pasted and ends by itself",
    { timeout: 3 * DEADLINE_MS },
    async (program) => {
      const server = program.name === CLIENT ? await serve(serverBeside(program)) : undefined;
      try {
        expect(await outcome(program, server === undefined ? [] : [server.url])).toBe("exit 0");
      } finally {
        await server?.stop();
      }
    },
  );
});

/** Runs a program to its end and says how it ended. */
async function outcome(program: Program, args: readonly string[]): Promise<string> {
  write(program);
  return run(process.execPath, [program.file, ...args], {
    timeout: DEADLINE_MS,
    killSignal: "SIGKILL",
    env: env(),
  }).then(
    () => "exit 0",
    (error: { killed?: boolean; code?: number; stderr?: string }) =>
      error.killed ? `still running after ${DEADLINE_MS} ms` : `exit ${error.code}\n${error.stderr}`,
  );
}

/** Starts a server program and reads the URL that it prints. */
async function serve(program: Program): Promise<{ url: string; stop(): Promise<void> }> {
  write(program);
  const child = spawn(process.execPath, [program.file], {
    env: { ...env(), PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const stop = async (): Promise<void> => {
    child.kill("SIGKILL");
    await exited;
  };
  try {
    const [line] = await once(createInterface({ input: child.stdout }), "line", {
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    return { url: /https?:\S+/.exec(String(line))?.[0] ?? "", stop };
  } catch (error) {
    // It said nothing in time, and must not outlive the test.
    await stop();
    throw error;
  }
}

function serverBeside({ place }: Program): Program {
  const readme = place.replace(/:\d+$/, "");
  const server = programs.find((other) => other.name === SERVER && other.place.startsWith(`${readme}:`));
  if (server === undefined) throw new Error(`${readme} has a ${CLIENT} and no ${SERVER}`);
  return server;
}

function write({ file, code }: Program): void {
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, code);
}

/** Nothing of vitest may reach a program: a reader has none of it. */
function env(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, VITEST: __, ...rest } = process.env;
  return rest;
}

function programsOf(readme: string): Program[] {
  const text = readFileSync(readme, "utf8");
  return [...text.matchAll(/^```js(?: (\S+))?\n([\s\S]*?)^```$/gm)].map((match) => {
    const line = text.slice(0, match.index).split("\n").length;
    const place = `${relative(root, readme)}:${line}`;
    const file = join(homes.get(readme) as string, ".cache/readme", `${place.replaceAll(/\W/g, "-")}.mjs`);
    return { place, name: match[1], code: match[2] as string, file };
  });
}
