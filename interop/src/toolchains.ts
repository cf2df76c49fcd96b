// Peers in other languages are built once. Where that cannot be done, the matrix says why and nothing fails.

import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const here = join(import.meta.dirname, "..");
const cache = join(here, ".cache");
const run = promisify(execFile);
const BUILD_MS = 300_000;

/** How to start a peer, or why it cannot be started here. */
export type Available =
  | { readonly command: (name: "server" | "client") => [string, string[]] }
  | { readonly notRun: string };

export async function goPeers(): Promise<Available> {
  const bin = join(cache, "go");
  mkdirSync(bin, { recursive: true });
  try {
    await run("go", ["build", "-o", `${bin}/`, "./server", "./client"], {
      cwd: join(here, "go"),
      timeout: BUILD_MS,
    });
    return { command: (name) => [join(bin, name), []] };
  } catch (error) {
    return { notRun: reasonOf("go", error) };
  }
}

export async function pythonPeers(): Promise<Available> {
  const venv = join(cache, "python");
  const python = join(venv, "bin/python");
  try {
    await run("python3", ["-m", "venv", venv], { timeout: BUILD_MS });
    const install = [
      "-m",
      "pip",
      "install",
      "--quiet",
      "--requirement",
      join(here, "python/requirements.txt"),
    ];
    await run(python, install, { timeout: BUILD_MS });
    return { command: (name) => [python, [join(here, "python", `${name}.py`)]] };
  } catch (error) {
    return { notRun: reasonOf("python3", error) };
  }
}

function reasonOf(tool: string, error: unknown): string {
  const { code, stderr } = error as { code?: unknown; stderr?: string };
  const line = stderr?.trim().split("\n").at(-1);
  return code === "ENOENT"
    ? `${tool} is not installed`
    : `${tool} could not build it: ${line ?? String(error)}`;
}
