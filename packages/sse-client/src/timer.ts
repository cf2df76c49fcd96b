/** A time that does not come. */
export const NEVER: number = 1 / 0;

/** Longest delay that a timer of the runtimes takes, in ms; beyond it they fire at once. */
export const MAX_DELAY_MS: number = 2 ** 31 - 1;

/**
 * Calls back once, in `ms`; no timer is set for `Infinity`.
 *
 * @returns what calls it off, any number of times.
 */
export function after(ms: number, callback: () => void): () => void {
  if (ms === NEVER) return () => {};
  const timer = setTimeout(callback, Math.min(ms, MAX_DELAY_MS));
  return () => clearTimeout(timer);
}
