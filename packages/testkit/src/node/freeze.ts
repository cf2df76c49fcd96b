// A process that is stopped where it stands, as a machine that hangs. On Linux, which says so under /proc.

import type { ChildProcess } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { PATIENCE_MS } from "../patience.ts";

/**
 * Stops a process with SIGSTOP; resolves when it stands still. The signal's own return does not say so: its threads run on
 * until each has seen it, and answer meanwhile.
 */
export async function freeze(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (process.platform !== "linux") throw new Error("freeze needs /proc");
  if (pid === undefined || !child.kill("SIGSTOP")) throw new Error("there is no process to stop");
  const deadline = performance.now() + PATIENCE_MS;
  // Twice: a thread says so a moment before it leaves its CPU.
  for (let looks = 0; looks < 2; looks = (await isStopped(pid)) ? looks + 1 : 0) {
    if (performance.now() > deadline) throw new Error(`process ${pid} did not stop`);
    await new Promise(setImmediate);
  }
}

/** Whether every thread of a process is stopped: the letter behind its name, which may hold anything. */
async function isStopped(pid: number): Promise<boolean> {
  const threads = await readdir(`/proc/${pid}/task`);
  const stats = await Promise.all(
    // One that has ended meanwhile: the next look does not find it.
    threads.map((id) => readFile(`/proc/${pid}/task/${id}/stat`, "latin1").catch(() => "")),
  );
  return stats.every((stat) => stat.slice(stat.lastIndexOf(")")).startsWith(") T"));
}
