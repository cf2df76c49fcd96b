// V8 goes on compiling what a process's start has run, in threads whose time is the process's: what is measured next would pay.

import { setTimeout as sleep } from "node:timers/promises";

/** How long a look at the process's CPU time takes, in ms, and what of that is quiet, in us: a twentieth. */
const LOOK_MS = 20;
const QUIET_US = 1_000;
/** Quiet looks in a row: compiling comes in bursts. */
const QUIET_LOOKS = 3;
/** Looks at most: a process that is never quiet, as one that is profiled, is measured all the same. */
const MAX_LOOKS = 100;

/** Resolves when this process has done nothing for a while; in two seconds at the latest, and says so then. */
export async function settled(): Promise<void> {
  let quiet = 0;
  for (let look = 0; look < MAX_LOOKS; look++) {
    const before = process.cpuUsage();
    await sleep(LOOK_MS);
    const { user, system } = process.cpuUsage(before);
    quiet = user + system < QUIET_US ? quiet + 1 : 0;
    if (quiet === QUIET_LOOKS) return;
  }
  console.error("measured although the process was never quiet");
}
