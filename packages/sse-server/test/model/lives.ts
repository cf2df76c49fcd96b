// Random lives of up to five sessions at a time: the property, for both sizes of its test.

import fc from "fast-check";
import { expect, vi } from "vitest";
import { COMMANDS } from "./commands.ts";
import { Model } from "./model.ts";
import { World } from "./world.ts";

/** Commands in one sequence, at most. */
const MAX_COMMANDS = 60;

/** What a search covered: how many sessions ended for which reason. */
export type Coverage = ReadonlyMap<string, number>;

/** fast-check prints it when it finds something, with the path to it; `VITE_TEST_SEED=…` repeats a run. */
const seed = Number(process.env.VITE_TEST_SEED ?? Date.now() % 2 ** 31);

/** How many times the usual number of sequences: `VITE_TEST_EFFORT=40` for a long search. */
export const EFFORT: number = Number(process.env.VITE_TEST_EFFORT ?? 1);

/** Runs random sequences of commands; fails with the shortest that it finds to be wrong. */
export async function searchLives(sequences: number): Promise<Coverage> {
  const coverage = new Map<string, number>();
  const seen = (what: string): Map<string, number> => coverage.set(what, (coverage.get(what) ?? 0) + 1);
  const unheard: unknown[] = [];
  const onUnheard = (what: unknown): void => void unheard.push(what);
  process.on("unhandledRejection", onUnheard);
  process.on("warning", onUnheard);
  // Sockets are real, and so is what drives the model; the handler's clock is not.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.commands(COMMANDS, { maxCommands: MAX_COMMANDS, size: "max" }),
        async (commands) => {
          vi.clearAllTimers();
          const world = new World();
          await world.listen();
          const model = new Model(world);
          try {
            await fc.asyncModelRun(() => ({ model, real: world }), commands);
            await model.finish();
          } finally {
            world.abandon();
          }
          for (const { reasons } of world.lives) for (const { code } of reasons) seen(code);
        },
      ),
      { seed, numRuns: sequences * EFFORT, endOnFailure: process.env.VITE_TEST_SHRINK === undefined },
    );
  } finally {
    vi.useRealTimers();
    process.off("unhandledRejection", onUnheard);
    process.off("warning", onUnheard);
  }
  expect(unheard).toEqual([]);
  return coverage;
}
