// A peer that is a process of its own, in a process group of its own, so that its end takes its children along.

import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

const KEPT_LINES = 40;

export interface PeerProcess {
  /** Settles with the first match of `pattern` in a line of either output; rejects if the process ends before. */
  line(pattern: RegExp): Promise<string>;
  /** Settles with the lines of stdout when the process ended; rejects for an exit code other than 0. */
  readonly output: Promise<string[]>;
  kill(): Promise<void>;
}

export function start(
  [command, args]: readonly [string, readonly string[]],
  deadlineMs = 60_000,
): PeerProcess {
  const child = spawn(command, args, { detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const stdout: string[] = [];
  const recent: string[] = [];
  const watchers = new Set<(line: string) => void>();
  const ended = once(child, "close") as Promise<[number | null]>;
  ended.catch(() => {});
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      if (stream === child.stdout) stdout.push(line);
      recent.push(line);
      if (recent.length > KEPT_LINES) recent.shift();
      for (const watch of watchers) watch(line);
    });
  }
  const timer = setTimeout(() => killGroup(child), deadlineMs);
  const output = ended.then(([code]) => {
    clearTimeout(timer);
    if (code !== 0) throw new Error(`${command} ended with ${code}:\n${recent.join("\n")}`);
    return stdout;
  });
  output.catch(() => {});

  return {
    output,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const watch = (line: string): void => {
          const match = pattern.exec(line);
          if (match === null) return;
          watchers.delete(watch);
          resolve(match[1] ?? match[0]);
        };
        watchers.add(watch);
        for (const line of [...recent]) watch(line);
        void ended.then(() => reject(new Error(`${command} ended:\n${recent.join("\n")}`)), reject);
      }),
    async kill() {
      clearTimeout(timer);
      killGroup(child);
      await ended.catch(() => {});
    },
  };
}

function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
