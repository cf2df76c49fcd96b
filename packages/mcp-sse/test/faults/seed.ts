// The prefix is vite's: only such variables reach a test.
const { env } = import.meta as {
  readonly env?: { readonly VITE_TEST_SEED?: string; readonly VITE_TEST_EFFORT?: string };
};

/** The seed of this run, which stands in the titles of its tests. `VITE_TEST_SEED=…` repeats a run. */
export const seed: number = Number(env?.VITE_TEST_SEED ?? Date.now() % 2 ** 31);

/** How many times the usual number of runs: `VITE_TEST_EFFORT=20` for a long search. */
export const effort: number = Number(env?.VITE_TEST_EFFORT ?? 1);
