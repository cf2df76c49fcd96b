// Waiting for what may never come, without failing.

/** Whether a condition comes to hold in time. */
export async function holds(condition: () => boolean, deadlineMs: number): Promise<boolean> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    if (condition()) return true;
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Whether a promise settles in time. */
export async function inTime(promise: Promise<unknown>, deadlineMs: number): Promise<boolean> {
  let settled = false;
  void promise.then(
    () => {
      settled = true;
    },
    () => {
      settled = true;
    },
  );
  return holds(() => settled, deadlineMs);
}

/** How many sockets, servers and timers of this process there are. */
export function activeHandles(): number {
  return process.getActiveResourcesInfo().filter((kind) => /TCP|Timeout/.test(kind)).length;
}
