// V8 goes on compiling what a process's start has run, in threads whose time is the process's: what is measured next would pay.

import { setTimeout as sleep } from "node:timers/promises";

/** Looks at most: a process that is never quiet, as one that is profiled, is measured all the same. */
const MAX_LOOKS = 100;

/** Resolves when this process has done nothing for a while. */
export async function settled(): Promise<void> {
  let quiet = 0;
  for (let look = 0; look < MAX_LOOKS && quiet < 3; look++) {
    const before = process.cpuUsage();
    await sleep(20);
    const { user, system } = process.cpuUsage(before);
    quiet = user + system < 1_000 ? quiet + 1 : 0;
  }
}
