import { describe, expect, test } from "vitest";
import { faultScale, sweepTimes } from "../../../src/node/sweep/times.ts";

describe("sweepTimes", () => {
  test("are life-size at a unit of a second: silence of 3 s, an answer within 5", () => {
    expect(sweepTimes({ unitMs: 1_000, slackMs: 0 }, "breaks")).toMatchObject({
      keepAliveMs: 1_000,
      idleTimeoutMs: 3_000,
      postTimeoutMs: 5_000,
    });
  });

  test.each([100, 1_000])("give a black hole up after everything that watches for silence (%i)", (unitMs) => {
    const { giveUpMs, idleTimeoutMs, stallTimeoutMs, postTimeoutMs } = sweepTimes(
      { unitMs, slackMs: 0 },
      "breaks",
    );
    expect(giveUpMs).toBeGreaterThan(Math.max(idleTimeoutMs, stallTimeoutMs, postTimeoutMs));
    expect(faultScale(unitMs, 1).giveUpMs).toBe(giveUpMs);
  });

  test("keep a stream alive within the idle limits that it has to survive", () => {
    const { keepAliveMs, idleCutMs, idleTimeoutMs } = sweepTimes(
      { unitMs: 100, slackMs: 0 },
      "spares streams",
    );
    expect(idleCutMs).toBeGreaterThan(2 * keepAliveMs);
    expect(idleTimeoutMs).toBeGreaterThan(idleCutMs);
  });

  test("are patient where nothing may end", () => {
    expect(sweepTimes({ unitMs: 100, slackMs: 0 }, "delivers").postTimeoutMs).toBeGreaterThan(10_000);
  });
});
