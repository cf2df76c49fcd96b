// A process that is stopped where it stands, as a machine that hangs. For Linux: it says so under /proc.

import { readdir, readFile } from "node:fs/promises";
import { PATIENCE_MS } from "../patience.ts";

/**
 * Stops a process with SIGSTOP; resolves when it stands still. The signal's own return does not say so: its threads run on
 * until each has seen it, and answer meanwhile.
 */
export async function freeze(pid: number): Promise<void> {
  process.kill(pid, "SIGSTOP");
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isStopped(pid))) {
    if (performance.now() > deadline) throw new Error(`process ${pid} did not stop`);
    await new Promise(setImmediate);
  }
}

/** Whether every thread of a process is stopped: the letter behind its name, which may hold anything. */
async function isStopped(pid: number): Promise<boolean> {
  const threads = await readdir(`/proc/${pid}/task`);
  const stats = await Promise.all(threads.map((id) => readFile(`/proc/${pid}/task/${id}/stat`, "latin1")));
  return stats.every((stat) => stat.slice(stat.lastIndexOf(")")).startsWith(") T"));
}
