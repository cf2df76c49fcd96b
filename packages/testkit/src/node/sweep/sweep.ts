// Many trials, some at a time, and what is left of them in this process.

import { seeded } from "../faults/random.ts";
import type { SweepPair } from "./subject.ts";
import { type SweepScale, sweepTimes } from "./times.ts";
import { runTrial, type Trial, type TrialReport } from "./trial.ts";
import { activeHandles, holds } from "./waiting.ts";

/** What to sweep through. */
export interface SweepOptions extends SweepScale {
  readonly pair: SweepPair;
  readonly trials: readonly Trial[];
  /** Each trial gets a seed of its own from it, told in its report. */
  readonly seed: number;
  /** Which part of the trials, from 1: with one seed, all parts together are all trials, with the same seeds. */
  readonly part?: { readonly index: number; readonly of: number } | undefined;
  /** Trials at a time: they wait most of theirs. */
  readonly concurrency?: number | undefined;
  /** Told of each trial when it is over. */
  onReport?(report: TrialReport): void;
}

/** What came of a sweep. */
export interface SweepReport {
  readonly reports: readonly TrialReport[];
  /** Rejections that nobody handled, and warnings of the process, as of too many listeners. */
  readonly complaints: readonly string[];
  /** Sockets, servers and timers of this process that were not there before. */
  readonly left: number;
}

const CONCURRENCY = 12;

/** Runs trials. What did not hold is in the reports; nothing is thrown. */
export async function sweep({
  pair,
  trials,
  seed,
  unitMs,
  slackMs,
  part: { index, of } = { index: 1, of: 1 },
  concurrency = CONCURRENCY,
  onReport,
}: SweepOptions): Promise<SweepReport> {
  const random = seeded(seed);
  // Shuffled, so that those which cost most do not come together.
  const work = trials
    .map((trial) => ({ trial, seed: Math.floor(random() * 2 ** 32), at: random() }))
    .sort((a, b) => a.at - b.at)
    .filter((_next, place) => place % of === index - 1)
    .values();
  const reports: TrialReport[] = [];
  const complaints: string[] = [];
  const handles = activeHandles();
  const onRejection = (reason: unknown): void => void complaints.push(`unhandled: ${String(reason)}`);
  const onWarning = ({ name, message }: Error): void => void complaints.push(`${name}: ${message}`);
  process.on("unhandledRejection", onRejection);
  process.on("warning", onWarning);

  async function run(): Promise<void> {
    for (const next of work) {
      const report = await runTrial(
        next.trial,
        pair,
        sweepTimes({ unitMs, slackMs }, next.trial.effect),
        next.seed,
      );
      reports.push(report);
      onReport?.(report);
    }
  }

  try {
    await Promise.all(Array.from({ length: concurrency }, run));
  } finally {
    process.off("unhandledRejection", onRejection);
    process.off("warning", onWarning);
  }
  await holds(() => activeHandles() <= handles, slackMs);
  return { reports, complaints, left: Math.max(0, activeHandles() - handles) };
}

/** What did not hold, a line each: the trial, its seed, the property, where. */
export function linesOf({ reports, complaints, left }: SweepReport): string[] {
  const lines = reports.flatMap(({ trial, seed, broken }) =>
    broken.map(({ property, detail }) => `${trial.name} (seed ${seed}): ${property}: ${detail}`),
  );
  return [...lines, ...complaints, ...(left === 0 ? [] : [`leftover: ${left} sockets and timers`])];
}
