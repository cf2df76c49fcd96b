import { verifies } from "@mcp-sse/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OwnerClocks } from "../../src/bus/owner-clocks.ts";

describe("OwnerClocks", () => {
  test("knows nothing of an owner that has not answered, and nothing any more of one that is forgotten", () => {
    const clocks = new OwnerClocks();
    expect(clocks.toTheirs("a", 1_000, 0)).toBeUndefined();
    clocks.learn("a", 5_000, 1_000);
    expect(clocks.toTheirs("a", 1_000, 1_000)).toBe(5_000);
    clocks.forget("a");
    expect(clocks.toTheirs("a", 1_000, 1_000)).toBeUndefined();
  });

  verifies(
    "bus.deliver.never-late",
    "stamps no deadline after the one that was meant, however long answers took and clocks drift",
    () => {
      const answers = fc.array(
        fc.record({
          pauseMs: fc.integer({ min: 0, max: 40_000 }),
          thereMs: fc.integer({ min: 0, max: 5_000 }),
          backMs: fc.integer({ min: 0, max: 5_000 }),
        }),
        { minLength: 1, maxLength: 20 },
      );
      fc.assert(
        fc.property(
          answers,
          fc.integer({ min: -100_000, max: 100_000 }),
          fc.double({ min: 0.9995, max: 1.0005, noNaN: true }),
          (rounds, skew, rate) => {
            const clocks = new OwnerClocks();
            const theirs = (ours: number): number => skew + ours * rate;
            let now = 0;
            for (const { pauseMs, thereMs, backMs } of rounds) {
              now += pauseMs + thereMs;
              const answered = theirs(now);
              now += backMs;
              clocks.learn("a", answered, now);
              const stamped = clocks.toTheirs("a", now + 2_000, now);
              expect(stamped).toBeLessThanOrEqual(theirs(now + 2_000) + 1e-6);
            }
          },
        ),
      );
    },
  );

  test("keeps the best of what it has heard, until that has drifted away", () => {
    const clocks = new OwnerClocks();
    clocks.learn("a", 1_000, 1_000);
    clocks.learn("a", 1_100, 1_150);
    expect(clocks.toTheirs("a", 2_000, 1_150)).toBeCloseTo(1_999, 5);
    expect(clocks.toTheirs("a", 101_000, 101_000)).toBeCloseTo(100_900, 5);
    expect(clocks.toTheirs("a", 101_001, 101_001)).toBeUndefined();
  });

  test("remembers 4 096 owners, and forgets the one that was heard of least recently", () => {
    const clocks = new OwnerClocks();
    for (let number = 0; number < 4_096; number++) clocks.learn(String(number), 0, 0);
    clocks.learn("0", 0, 0);
    clocks.learn("another", 0, 0);
    const known = ["0", "1", "2", "another"].map((owner) => clocks.toTheirs(owner, 0, 0) !== undefined);
    expect(known).toEqual([true, false, true, true]);
  });
});
