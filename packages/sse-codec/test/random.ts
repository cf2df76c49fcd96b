// Randomness that can be had again: every random test prints its seed and takes one.

/** A source of numbers in [0, 1), the same for the same seed. */
export type Random = () => number;

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}

export function pick<T>(random: Random, choices: readonly [T, ...T[]]): T {
  return choices[below(random, choices.length)] ?? choices[0];
}

/** Places for up to `most` cuts, in order. */
export function randomPlaces(random: Random, length: number, most: number): number[] {
  return Array.from({ length: below(random, most + 1) }, () => below(random, length + 1)).sort(
    (a, b) => a - b,
  );
}

/** The seed of a run: VITE_TEST_SEED, or a new one. */
export function seedOf(): number {
  return setting("VITE_TEST_SEED") ?? (Math.random() * 2 ** 32) >>> 0;
}

/** How many times the usual number of runs: VITE_TEST_EFFORT, for a long search. */
export function effort(): number {
  return setting("VITE_TEST_EFFORT") ?? 1;
}

/** What makes a run again, for the title of its test. */
export function repeatOf(seed: number): string {
  return `VITE_TEST_SEED=${seed} VITE_TEST_EFFORT=${effort()}`;
}

function setting(name: string): number | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  const value = process?.env?.[name];
  return value === undefined ? undefined : Number(value);
}
