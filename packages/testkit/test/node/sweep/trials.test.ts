import { describe, expect, test } from "vitest";
import { faultClasses } from "../../../src/node/faults/classes.ts";
import { seeded } from "../../../src/node/faults/random.ts";
import { faultScale } from "../../../src/node/sweep/times.ts";
import {
  classTrials,
  pairTrials,
  RESET_BYTES,
  resetPairTrials,
  resetTrials,
} from "../../../src/node/sweep/trials.ts";

const scale = faultScale(1_000, 1);

describe("classTrials", () => {
  test("go through every class and variant, on streams, on POSTs, on both; at once and later", () => {
    const trials = classTrials(scale);
    const names = trials.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const variants = Object.values(faultClasses).flatMap(({ faults }) => faults?.(scale) ?? []);
    const strikes = Object.values(faultClasses).filter(({ strike }) => strike !== undefined);
    expect(trials).toHaveLength(variants.length * 3 * 2 + strikes.length * 2);
  });
});

describe("resetTrials", () => {
  test("cut at each byte of the first 600, both ways", () => {
    const names = resetTrials().map(({ name }) => name);
    expect(new Set(names).size).toBe(2 * RESET_BYTES);
    expect(names).toContain("reset at request byte 0");
    expect(names).toContain("reset at response byte 599");
  });
});

describe("resetPairTrials and pairTrials", () => {
  test("put two faults on each connection, the same ones for the same seed", () => {
    for (const make of [
      resetPairTrials,
      (count: number, random: () => number) => pairTrials(scale, count, random),
    ]) {
      const names = (seed: number): string[] => make(20, seeded(seed)).map(({ name }) => name);
      expect(names(1)).toEqual(names(1));
      expect(names(1)).not.toEqual(names(2));
      for (const { faults } of make(20, seeded(3))) expect(faults).toHaveLength(2);
    }
  });

  test("expect of a pair what the worse of its faults lets through", () => {
    const effectOf = new Map(
      Object.values(faultClasses).flatMap(({ effect, faults }) =>
        (faults?.(scale) ?? []).map(({ name }) => [name, effect]),
      ),
    );
    for (const { effect, faults = [] } of pairTrials(scale, 100, seeded(1))) {
      const effects = faults.map(({ name }) => effectOf.get(name));
      const worst = ["breaks", "spares streams", "delivers"].find((one) => effects.includes(one as never));
      expect(effect).toBe(worst);
    }
  });
});
