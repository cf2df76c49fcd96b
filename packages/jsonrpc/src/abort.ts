// One listener for all calls that wait on a signal: Node warns of a leak where a signal has more than ten.

/** What the calls on each signal do when it is aborted, in their order, and its listener. */
const waiting = new WeakMap<AbortSignal, readonly [Set<(reason: unknown) => void>, () => void]>();

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
  const [calls, onAbort] = waiting.get(signal) ?? watch(signal);
  calls.add(giveUp);
  // The same listener again is none more.
  signal.addEventListener("abort", onAbort, { once: true });
  return () => {
    calls.delete(giveUp);
    if (calls.size === 0) signal.removeEventListener("abort", onAbort);
  };
}

/** A listener that needs neither `this` nor an event: what looks like a signal may call it with neither. */
function watch(signal: AbortSignal): readonly [Set<(reason: unknown) => void>, () => void] {
  const calls = new Set<(reason: unknown) => void>();
  const onAbort = (): void => {
    for (const giveUp of calls) {
      calls.delete(giveUp);
      giveUp(signal.reason);
    }
  };
  const watched = [calls, onAbort] as const;
  waiting.set(signal, watched);
  return watched;
}
