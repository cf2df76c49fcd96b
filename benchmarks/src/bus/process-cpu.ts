// CPU time of a process that cannot be asked: a broker.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const TICKS_PER_SECOND = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** User and system time of a process so far, in µs; to a hundredth of a second, as Linux counts it. */
export function cpuOfProcess(pid: number): number {
  // The name of the program, which may hold spaces, ends with the last parenthesis.
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return ((user + system) / TICKS_PER_SECOND) * 1e6;
}
