// V8 goes on compiling what a process's start has run, in threads whose time is the process's: what is measured next would pay.

import { setTimeout as sleep } from "node:timers/promises";

/** Resolves when this process has done nothing for a while. */
export async function settled(): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    const before = process.cpuUsage();
    await sleep(20);
    const { user, system } = process.cpuUsage(before);
    quiet = user + system < 1_000 ? quiet + 1 : 0;
  }
}
