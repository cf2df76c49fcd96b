// One listener for all calls that wait on a signal: Node warns of a leak where a signal has more than ten.

/** What the calls on each signal do when it is aborted, in their order. */
const waiting = new WeakMap<AbortSignal, Set<(reason: unknown) => void>>();

/**
 * Calls `giveUp` with the reason when the signal is aborted, after those that were given before it.
 *
 * For a call that takes `AbortOptions`: however many wait on one signal, it has one listener, and none once the
 * last of them has left. Whether the signal is aborted already is for the caller to ask.
 *
 * @param giveUp - a function of this call alone; must not throw.
 * @returns what leaves; after the abort, or twice, it does nothing.
 */
export function listenForAbort(
  signal: AbortSignal | undefined,
  giveUp: (reason: unknown) => void,
): () => void {
  if (signal === undefined) return () => {};
  const calls = waiting.get(signal) ?? new Set();
  waiting.set(signal, calls.add(giveUp));
  // The same listener again is none more.
  signal.addEventListener("abort", onAbort, { once: true });
  return () => {
    calls.delete(giveUp);
    if (calls.size === 0) signal.removeEventListener("abort", onAbort);
  };
}

function onAbort(this: AbortSignal): void {
  const calls = waiting.get(this) ?? new Set();
  for (const giveUp of calls) {
    calls.delete(giveUp);
    giveUp(this.reason);
  }
}
