// The real command as a process of its own: what it prints, and how it ends.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { until } from "@mcp-sse/testkit";
import { onTestFinished } from "vitest";

const BIN = new URL("../../dist/cli/bin.cjs", import.meta.url).pathname;

/** Not that of whoever runs the tests. */
const CACHE = new URL("../../node_modules/.cache", import.meta.url).pathname;

export interface BinOptions {
  /** Over PATH and HOME of this process; nothing else of it reaches the command. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A command that runs. Ended with its test. */
export interface RunningBin {
  readonly process: ChildProcess;
  /** What it has written so far. */
  stdout(): string;
  stderr(): string;
  /** Settles when `pattern` stands in what it wrote to stderr. */
  logged(pattern: RegExp, deadlineMs?: number): Promise<RegExpExecArray>;
  /** Settles with its exit code, or the signal that ended it. */
  readonly exited: Promise<number | string>;
}

/** Starts `mcp-sse` with its built sources. */
export function startBin(args: readonly string[], { env = {}, cwd }: BinOptions = {}): RunningBin {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [BIN, ...args], {
    env: { PATH, HOME, XDG_CACHE_HOME: CACHE, ...env },
    ...(cwd !== undefined && { cwd }),
    stdio: "pipe",
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdin.on("error", () => {});
  const exited = once(child, "close").then(([code, signal]) => (code ?? signal) as number | string);
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await exited;
  });
  return {
    process: child,
    stdout: () => stdout,
    stderr: () => stderr,
    exited,
    async logged(pattern, deadlineMs = 25_000) {
      let found: RegExpExecArray | null = null;
      const ended = exited.then((code) => {
        throw new Error(`it ended with ${code} before ${pattern} was logged\n${stderr}`);
      });
      const seen = until(
        () => {
          found = pattern.exec(stderr);
          return found !== null;
        },
        `${pattern} in stderr`,
        deadlineMs,
      );
      await Promise.race([
        seen,
        ended.catch((error: unknown) => (found === null ? Promise.reject(error) : null)),
      ]);
      return found as unknown as RegExpExecArray;
    },
  };
}

/** Runs `mcp-sse` to its end. */
export async function runBin(
  args: readonly string[],
  options: BinOptions & { readonly input?: string } = {},
): Promise<{ readonly code: number | string; readonly stdout: string; readonly stderr: string }> {
  const bin = startBin(args, options);
  bin.process.stdin?.end(options.input ?? "");
  const code = await bin.exited;
  return { code, stdout: bin.stdout(), stderr: bin.stderr() };
}

/** Starts `mcp-sse serve` on a free port, and waits until it listens. */
export async function startServe(
  args: readonly string[],
  options: BinOptions = {},
): Promise<RunningBin & { readonly url: URL }> {
  const bin = startBin(["serve", "--port", "0", ...args], options);
  const [, url = ""] = await bin.logged(/serving .* at (\S+)/);
  return { ...bin, url: new URL(url) };
}
