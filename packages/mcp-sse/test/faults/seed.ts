// The prefix is vite's: only such variables reach a test.
const { env } = import.meta as {
  readonly env?: {
    readonly VITE_TEST_SEED?: string;
    readonly VITE_TEST_EFFORT?: string;
    readonly VITE_SWEEP_PART?: string;
    readonly VITE_SWEEP_OUTCOME?: string;
  };
};

/** The seed of this run, which stands in the titles of its tests. `VITE_TEST_SEED=…` repeats a run. */
export const seed: number = Number(env?.VITE_TEST_SEED ?? Date.now() % 2 ** 31);

/** How many times the usual number of runs: `VITE_TEST_EFFORT=20` for a long search. */
export const effort: number = Number(env?.VITE_TEST_EFFORT ?? 1);

const [index = "1", of = "1"] = env?.VITE_SWEEP_PART?.split("/") ?? [];

/** Which part of the trials: with one seed, parts 1 to n together are all of them. */
export const part: { readonly index: number; readonly of: number } = { index: Number(index), of: Number(of) };

/** A file to which a sweep appends what came of it; none without. */
export const outcomeFile: string | undefined = env?.VITE_SWEEP_OUTCOME;
