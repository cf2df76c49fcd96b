import { describe, expect, test } from "vitest";
import { linesOf, sweep } from "../../../src/node/sweep/sweep.ts";
import type { Trial } from "../../../src/node/sweep/trial.ts";
import { createPeers } from "./peers.ts";

const nothing: Trial = { name: "nothing", effect: "delivers", when: "from the start" };
const scale = { unitMs: 60, slackMs: 300, seed: 5 };

describe("sweep", () => {
  test("runs every trial once, each with a seed of its own that the seed of all gives again", {
    timeout: 30_000,
  }, async () => {
    const trials = ["a", "b", "c"].map((name) => ({ ...nothing, name }));
    const seeds = async (): Promise<Record<string, number>> => {
      const told: string[] = [];
      const { reports } = await sweep({
        ...scale,
        slackMs: 5_000,
        pair: createPeers(),
        trials,
        concurrency: 2,
        onReport: ({ trial }) => told.push(trial.name),
      });
      expect(told.sort()).toEqual(["a", "b", "c"]);
      return Object.fromEntries(reports.map(({ trial, seed }) => [trial.name, seed]));
    };
    const first = await seeds();
    expect(new Set(Object.values(first)).size).toBe(3);
    expect(await seeds()).toEqual(first);
  });

  test("tells of rejections that nobody handles, and of warnings", { timeout: 30_000 }, async () => {
    const report = await sweep({
      ...scale,
      slackMs: 5_000,
      pair: createPeers(),
      trials: [
        {
          ...nothing,
          async strike() {
            void Promise.reject(new Error("nobody's"));
            process.emitWarning("too many of something");
            await new Promise((resolve) => setImmediate(resolve));
          },
        },
      ],
    });
    expect([...report.complaints].sort()).toEqual([
      "Warning: too many of something",
      "unhandled: Error: nobody's",
    ]);
    expect(linesOf(report)).toEqual(report.complaints);
  });

  test("prints the trial, its seed, the property and where", { timeout: 30_000 }, async () => {
    const report = await sweep({ ...scale, pair: createPeers("tells two ends"), trials: [nothing] });
    expect(linesOf(report)).toContainEqual(
      expect.stringMatching(/^nothing \(seed \d+\): two ends: host 0: closed, closed again$/),
    );
  });
});
