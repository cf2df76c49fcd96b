/** Waits for a promise, and no longer than `ms`; what it rejects with is of no interest. */
export async function settledWithin(promise: Promise<unknown>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    if (ms !== Infinity) timer = setTimeout(resolve, ms);
  });
  try {
    await Promise.race([promise, late]);
  } catch {
    // It is over.
  } finally {
    clearTimeout(timer);
  }
}
