// A recipe in another runtime: the process prints its port when it listens, and ends with its stdin.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { within } from "@mcp-sse/testkit";
import type { Served } from "../support/subject.ts";

/** The versions that CI runs every suite on. */
const runtimes: { bun: { npx: string }; deno: { npx: string } } = JSON.parse(
  readFileSync(new URL("../../../../scripts/runtime/runtimes.json", import.meta.url), "utf8"),
);

/** npx may have to fetch the runtime first. */
const START_MS = 60_000;

export const serveBun = (...args: string[]): Promise<Served> =>
  serveChild("bun-main.ts", [runtimes.bun.npx, "--conditions=mcp-sse-source"], args);

export const serveDeno = (...args: string[]): Promise<Served> =>
  serveChild(
    "deno-main.ts",
    [runtimes.deno.npx, "run", "-A", "--no-lock", "--conditions=mcp-sse-source"],
    args,
  );

async function serveChild(main: string, runtime: string[], args: string[]): Promise<Served> {
  const path = fileURLToPath(new URL(main, import.meta.url));
  const child = spawn("npx", ["--yes", ...runtime, path, ...args], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, DENO_NO_UPDATE_CHECK: "1" },
  });
  try {
    const port = await within(firstLine(child), `the port of ${main}`, START_MS);
    return { url: new URL(`http://127.0.0.1:${port}/api/tools/sse`), close: () => end(child) };
  } catch (error) {
    await end(child);
    throw error;
  }
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: stdout as NodeJS.ReadableStream })) return line;
  throw new Error("the process ended before it listened");
}

async function end(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}
