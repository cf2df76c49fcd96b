// What a program measured, for `pnpm bench`: the same figures that it prints, as data. Without a runner nothing is kept.

import { appendFileSync } from "node:fs";
import type { Figure } from "./figure.ts";

/** What a figure has to be: its median, where it has a spread. */
export type Target = { readonly atMost: number } | { readonly atLeast: number };

/** One cell of a scenario's table. */
export interface Row extends Figure {
  /** The line of the table: what was done. */
  readonly workload: string;
  /** The column: who did it, or beside whom. */
  readonly column: string;
  /** As `us`, or `times ours`. A chart shows one unit. */
  readonly unit: string;
  /** Counted, not measured: there is no spread, because there is nothing to spread. */
  readonly isExact?: boolean;
  readonly target?: Target | undefined;
  /** What it is the figure of, where a ratio is taken of parts that are measured one after the other. */
  readonly samples?: readonly number[];
}

/** Where the runner wants the rows; set by it alone. */
const file = process.env.MCP_SSE_BENCH_ROWS;

/** Whether a few rounds are enough. */
export const isQuick: boolean = process.env.MCP_SSE_BENCH_QUICK === "1";

/** Below five there is no spread worth its name. */
const QUICK_ROUNDS = 5;

/** How many rounds to take: `full`, or a few where that is asked for. */
export function roundsOf(full: number): number {
  return isQuick ? Math.min(QUICK_ROUNDS, full) : full;
}

/**
 * Hands a figure to whoever runs this program.
 *
 * @throws `RangeError` for a figure without its spread.
 */
export function record(row: Row): void {
  refuseBare(row);
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(row)}\n`);
}

/** Hands over what was counted: it is what it is. */
export function recordCount(
  workload: string,
  column: string,
  unit: string,
  value: number,
  target?: Target,
): void {
  record({ workload, column, unit, median: value, low: value, high: value, isExact: true, target });
}

/** @throws `RangeError` for a figure that has no spread, unless it was counted. */
export function refuseBare({ workload, column, median, low, high, isExact = false }: Row): void {
  const holds = low <= median && median <= high && (isExact || low < high);
  if (!holds) throw new RangeError(`a figure needs its spread: ${workload}, ${column}`);
}

/** Whether a figure is what it has to be; `undefined` where nobody said. */
export function meets({ median, target }: Pick<Row, "median" | "target">): boolean | undefined {
  if (target === undefined) return undefined;
  return "atMost" in target ? median <= target.atMost : median >= target.atLeast;
}
