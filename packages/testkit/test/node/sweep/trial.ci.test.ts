import { describe, expect, test } from "vitest";
import { blackHole } from "../../../src/node/faults/hole.ts";
import { sweepTimes } from "../../../src/node/sweep/times.ts";
import { runTrial, type Trial } from "../../../src/node/sweep/trial.ts";
import { createPeers } from "./peers.ts";
import { harmless, restart } from "./some-trials.ts";

const hole: Trial = {
  name: "black hole",
  effect: "breaks",
  when: "while it lives",
  faults: [blackHole({ giveUpMs: 500 })],
};

const run = (trial: Trial) =>
  runTrial(
    trial,
    createPeers(),
    { ...sweepTimes({ unitMs: 60, slackMs: 5_000 }, trial.effect), endpointTimeoutMs: 10_000 },
    1,
  );

describe("runTrial", () => {
  test.concurrent.each([harmless, restart, hole])(
    "finds nothing wrong with honest ends: $name",
    { timeout: 30_000 },
    async (trial) => {
      const report = await run(trial);
      expect(report.broken).toEqual([]);
      expect(report.sent).toBeGreaterThan(20);
      if (trial.effect === "delivers") expect(report.delivered).toBe(report.sent);
      else expect(report.delivered).toBeLessThan(report.sent);
    },
  );
});
