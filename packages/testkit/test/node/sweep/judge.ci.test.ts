import { describe, expect, test } from "vitest";
import { blackHole } from "../../../src/node/faults/hole.ts";
import type { Broken } from "../../../src/node/sweep/ledger.ts";
import { sweepTimes } from "../../../src/node/sweep/times.ts";
import { runTrial, type Trial } from "../../../src/node/sweep/trial.ts";
import { createPeers, type Flaw } from "./peers.ts";
import { harmless, restart } from "./some-trials.ts";

const endlessHole: Trial = {
  name: "black hole",
  effect: "breaks",
  when: "while it lives",
  faults: [blackHole()],
};

describe("the judge of a trial", () => {
  test.concurrent.each<[Flaw, Trial, Broken]>([
    ["takes and drops", harmless, "loss"],
    ["delivers twice", harmless, "duplicate"],
    ["delivers late", harmless, "order"],
    ["damages", harmless, "damage"],
    ["mixes sessions up", harmless, "foreign"],
    ["tells no end", restart, "no end"],
    ["tells two ends", harmless, "two ends"],
    ["keeps its sessions", restart, "count"],
    ["keeps its sessions", harmless, "leftover"],
    ["ends for no reason", harmless, "early end"],
    ["hears no silence", endlessHole, "loss"],
    ["sends for ever", harmless, "hang"],
    ["tells secrets", harmless, "secret"],
  ])("finds out an end that %s", { timeout: 30_000 }, async (flaw, trial, property) => {
    // Only what a flaw leaves undone is waited for; nothing else may be short of time on a slow machine.
    const isHanging = property === "hang" || trial === endlessHole;
    const times = {
      ...sweepTimes({ unitMs: 150, slackMs: 300 }, "breaks"),
      endpointTimeoutMs: 20_000,
      idleTimeoutMs: property === "loss" || property === "damage" ? 1_500 : 20_000,
      fenceTimeoutMs: isHanging ? 50 : 20_000,
      postTimeoutMs: isHanging ? 300 : 20_000,
    };
    const report = await runTrial(trial, createPeers(flaw), times, 1);
    expect(report.broken.map((one) => one.property)).toContain(property);
  });
});
