import { describe, expect, test } from "vitest";
import { createBackoff } from "../src/backoff.ts";

/** A small generator of numbers in [0, 1) that can be started again from its seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe("a back-off", () => {
  test("waits longer after each failure, up to a limit, and never not at all", () => {
    const longest = createBackoff({ random: () => 0.999_999 });
    const shortest = createBackoff({ random: () => 0 });
    const waits = Array.from({ length: 7 }, () => Math.round(longest.next(0)));
    expect(waits).toEqual([4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect(Array.from({ length: 3 }, () => shortest.next(0))).toEqual([1_000, 2_000, 4_000]);
    for (let failures = 0; failures < 2_000; failures++) longest.next(0);
    expect(longest.next(0)).toBeLessThanOrEqual(60_000);
  });

  test("K07: begins anew after a connection that was stable, and after no other", () => {
    const backoff = createBackoff({ random: () => 1 });
    for (const lived of [0, 10, 59_999]) backoff.next(lived);
    expect(backoff.next(59_999)).toBe(32_000);
    expect(backoff.next(60_000)).toBe(4_000);
    expect(backoff.next(1)).toBe(8_000);
  });

  test("K08: spreads 200 clients that are dropped together: never a tenth of them in 100 ms", () => {
    const seed = Number(process.env.VITE_TEST_SEED ?? 20_241_105);
    const random = randomFrom(seed);
    const clients = Array.from({ length: 200 }, () => createBackoff({ random }));
    for (let restart = 0; restart < 4; restart++) {
      const perWindow = new Map<number, number>();
      for (const client of clients) {
        const window = Math.floor(client.next(0) / 100);
        perWindow.set(window, (perWindow.get(window) ?? 0) + 1);
      }
      expect(Math.max(...perWindow.values()), `restart ${restart}, seed ${seed}`).toBeLessThan(20);
    }
  });
});
