// Waiting in tests: never longer than a deadline, and never for a fixed time.

/** How long a suite waits for what should come, in ms. */
export const PATIENCE_MS: number = 5_000;

/** The value of `promise`, or an error that names what did not come in time. */
export async function within<T>(
  promise: Promise<T>,
  what: string,
  deadlineMs: number = PATIENCE_MS,
): Promise<T> {
  const { promise: timeout, cancel } = timer(deadlineMs);
  try {
    return await Promise.race([
      promise,
      timeout.then(() => {
        throw new Error(`${what} did not come within ${deadlineMs} ms`);
      }),
    ]);
  } finally {
    cancel();
  }
}

/** Whether `promise` is still unsettled after `forMs`; of a rejection, no. */
export async function staysPending(promise: Promise<unknown>, forMs: number): Promise<boolean> {
  const { promise: timeout, cancel } = timer(forMs);
  const settled = promise.then(
    () => false,
    () => false,
  );
  try {
    return await Promise.race([settled, timeout.then(() => true)]);
  } finally {
    cancel();
  }
}

/** Polls until `condition` holds; of one that says so itself, `what` may be left out. */
export async function until(
  condition: () => boolean,
  what: string = condition.toString(),
  deadlineMs: number = PATIENCE_MS,
): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`${what} did not come within ${deadlineMs} ms`);
    await timer(5).promise;
  }
}

function timer(ms: number): { promise: Promise<void>; cancel: () => void } {
  let handle: ReturnType<typeof setTimeout> | undefined;
  const promise = new Promise<void>((resolve) => {
    handle = setTimeout(resolve, ms);
  });
  return { promise, cancel: () => clearTimeout(handle) };
}
