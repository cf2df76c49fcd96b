import { describe, expect, test } from "vitest";
import { seeded } from "../../../src/node/faults/random.ts";

describe("seeded", () => {
  test("gives the same numbers for the same seed, spread from 0 to 1", () => {
    const take = (seed: number): number[] => {
      const random = seeded(seed);
      return Array.from({ length: 1_000 }, random);
    };
    expect(take(1)).toEqual(take(1));
    expect(take(1)).not.toEqual(take(2));
    const numbers = take(3);
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThan(1);
    expect(numbers.reduce((sum, each) => sum + each, 0) / 1_000).toBeCloseTo(0.5, 1);
  });
});
