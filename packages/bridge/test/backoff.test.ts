import { describe, expect, test } from "vitest";
import { createBackoff } from "../src/backoff.ts";

describe("createBackoff", () => {
  test("doubles the longest wait after each failure, up to its most", () => {
    const backoff = createBackoff({ random: () => 1 });
    const waits = Array.from({ length: 7 }, () => backoff.next(0));
    expect(waits).toEqual([4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  test("K07 goes on counting through connections that did not live long, and begins anew after one that did", () => {
    const backoff = createBackoff({ random: () => 1, stableMs: 60_000 });
    const waits = [0, 5, 59_999, 60_000, 5].map((livedMs) => backoff.next(livedMs));
    expect(waits).toEqual([4_000, 8_000, 16_000, 4_000, 8_000]);
    expect(backoff.failures).toBe(2);
  });

  test("K07 K08 never waits less than a quarter of the longest", () => {
    const backoff = createBackoff({ random: () => 0 });
    expect([backoff.next(0), backoff.next(0)]).toEqual([1_000, 2_000]);
  });

  test.each([0, 1, 2, 3, 4])(
    "K08 spreads 200 clients that were dropped together: fewer than 20 come in any 100 ms, at attempt %i",
    (failures) => {
      const seed = Number(process.env.VITE_TEST_SEED ?? Date.now() % 2 ** 31);
      let state = seed;
      const random = (): number => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return state / 2 ** 32;
      };
      const waits = Array.from({ length: 200 }, () => {
        const backoff = createBackoff({ random });
        for (let n = 0; n < failures; n++) backoff.next(0);
        return backoff.next(0);
      });
      const perSlot = new Map<number, number>();
      for (const wait of waits)
        perSlot.set(Math.floor(wait / 100), (perSlot.get(Math.floor(wait / 100)) ?? 0) + 1);
      expect(Math.max(...perSlot.values()), `VITE_TEST_SEED=${seed}`).toBeLessThan(20);
    },
  );
});
