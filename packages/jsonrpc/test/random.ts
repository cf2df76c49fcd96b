import fc from "fast-check";

const { env } = import.meta as { readonly env?: Record<string, string | undefined> };
const given = env?.VITE_TEST_SEED;

/**
 * The seed of this run; fast-check prints it when it finds something. `VITE_TEST_SEED=… pnpm test` repeats it.
 *
 * The prefix is vite's: only such variables reach a test in a browser.
 */
export const seed: number = given === undefined ? Date.now() % 2 ** 31 : Number(given);

/** Checks a property with the seed of this run. */
export function check<T>(property: fc.IProperty<T>, numRuns: number): void {
  fc.assert(property, { seed, numRuns });
}
