// The prefix is vite's: only such variables reach a test in a browser.
const { env } = import.meta as {
  readonly env?: { readonly VITE_TEST_SEED?: string; readonly VITE_TEST_EFFORT?: string };
};

/** The seed of this run's random tests; fast-check prints it when it finds something. `VITE_TEST_SEED=…` repeats a run. */
export const testSeed: number = Number(env?.VITE_TEST_SEED ?? Date.now() % 2 ** 31);

/** How many times the usual number of runs: `VITE_TEST_EFFORT=40` for a long search. */
export const testEffort: number = Number(env?.VITE_TEST_EFFORT ?? 1);
