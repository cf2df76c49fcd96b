import fc from "fast-check";

// The prefix is vite's: only such variables reach a test in a browser.
const { env } = import.meta as {
  readonly env?: { readonly VITE_TEST_SEED?: string; readonly VITE_TEST_EFFORT?: string };
};

/** The seed of this run; fast-check prints it when it finds something. `VITE_TEST_SEED=…` repeats a run. */
const seed = Number(env?.VITE_TEST_SEED ?? Date.now() % 2 ** 31);

/** How many times the usual number of runs: `VITE_TEST_EFFORT=40` for a long search. */
export function effort(): number {
  return Number(env?.VITE_TEST_EFFORT ?? 1);
}

/** For a test that checks one property so many times, in ms: a busy machine takes a hundredth of it. */
export function timeoutOf(runs: number): number {
  return 6 * Math.max(5_000, runs);
}

/** Checks a property with the seed of this run. */
export function check<T>(property: fc.IProperty<T>, runs: number): void {
  fc.assert(property, { seed, numRuns: runs });
}
