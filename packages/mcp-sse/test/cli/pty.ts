// The command at a terminal: util-linux's `script` gives it a pseudo-terminal, as a person's window does.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { until } from "@mcp-sse/testkit";
import { onTestFinished } from "vitest";

const BIN = new URL("../../dist/cli/bin.cjs", import.meta.url).pathname;

export interface PtySession {
  /** What the terminal has shown so far, escape sequences included. */
  shown(): string;
  shows(pattern: RegExp): Promise<void>;
  type(text: string): void;
  readonly exited: Promise<number>;
}

/** Starts `mcp-sse` at a terminal. */
export function startAtTerminal(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): PtySession {
  const words = [process.execPath, BIN, ...args].map((arg) => `'${arg.replaceAll("'", `'\\''`)}'`);
  // A shell that stays in between would take Ctrl-C for its own.
  const line = `exec ${words.join(" ")}`;
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn("script", ["--quiet", "--flush", "--return", "--command", line, "/dev/null"], {
    env: { PATH, HOME, TERM: "xterm", SHELL: "/bin/sh", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  const exited = once(child, "close").then(([code]) => code as number);
  onTestFinished(() => void child.kill("SIGKILL"));
  return {
    shown: () => text,
    shows: (pattern) => until(() => pattern.test(text), `${pattern} at the terminal`, 20_000),
    type: (keys) => void child.stdin.write(keys),
    exited,
  };
}
