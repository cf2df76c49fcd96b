// One listener for all calls that wait on a signal: Node warns of a leak where a signal has more than ten.

type GiveUp = (reason: unknown) => void;

/** What lets a call wait on each signal that a call has waited on. */
const watched = new WeakMap<AbortSignal, (giveUp: GiveUp) => () => void>();

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
  return signal ? (watched.get(signal) ?? watch(signal))(giveUp) : () => {};
}

/** A listener that needs neither `this` nor an event: what looks like a signal may call it with neither. */
function watch(signal: AbortSignal): (giveUp: GiveUp) => () => void {
  const calls = new Set<GiveUp>();
  const onAbort = (): void => {
    for (const giveUp of calls) {
      calls.delete(giveUp);
      giveUp(signal.reason);
    }
  };
  const listen = (giveUp: GiveUp): (() => void) => {
    calls.add(giveUp);
    // The same listener again is none more.
    signal.addEventListener("abort", onAbort, { once: true });
    return () => {
      calls.delete(giveUp);
      if (!calls.size) signal.removeEventListener("abort", onAbort);
    };
  };
  watched.set(signal, listen);
  return listen;
}
