// Results as they are kept: one JSON file per scenario, from which every table and chart is made. A scenario may be
// measured in parts, at different times: a file has one entry for each.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Row } from "../record.ts";
import { type Scenario, scenarios } from "./scenarios.ts";

/** What one run gave, and where. */
export interface Run {
  readonly command: string;
  readonly isQuick: boolean;
  readonly date: string;
  readonly node: string;
  readonly machine: string;
  /** Runnable processes in the minute before and at the end: with more than cores, read ratios and not times. */
  readonly load: readonly [before: number, after: number];
  /** How long it took. */
  readonly seconds: number;
  readonly rows: readonly Row[];
}

/** What is kept of a scenario. */
export interface Result {
  readonly scenario: string;
  readonly runs: readonly Run[];
}

const folder = join(import.meta.dirname, "../../results");

/** The file of a scenario's result. */
function fileOf(scenario: string): string {
  return join(folder, `${scenario}.json`);
}

/** What was kept, in the order of the scenarios. */
export function readResults(): Result[] {
  return scenarios
    .map(({ name }) => fileOf(name))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, "utf8")) as Result);
}

/** Keeps a run: instead of all that was kept if it is of the whole scenario, or of the same figures if it is of a part. */
export function keepRun({ name, isMerged = false, derive }: Scenario, given: Run, isPart: boolean): void {
  const file = fileOf(name);
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Result).runs : [];
  const isAdded = isPart || isMerged;
  const together = rowsOf({ scenario: name, runs: isAdded ? merged(kept, given) : [given] });
  const run = { ...given, rows: [...given.rows, ...(derive?.(together) ?? [])] };
  const runs = isAdded ? merged(kept, run) : [run];
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify({ scenario: name, runs } satisfies Result, null, 2)}\n`);
}

/** The kept runs without what the new one measured again, and the new one where the first of those was. */
export function merged(kept: readonly Run[], run: Run): Run[] {
  const again = new Set(run.rows.map(keyOf));
  const place = kept.findIndex(({ rows }) => rows.some((row) => again.has(keyOf(row))));
  const left = kept.map((one) => ({ ...one, rows: one.rows.filter((row) => !again.has(keyOf(row))) }));
  const at = place === -1 ? kept.length : place;
  return [...left.slice(0, at), run, ...left.slice(at)].filter(({ rows }) => rows.length > 0);
}

/** All figures of a result. */
export function rowsOf({ runs }: Result): Row[] {
  return runs.flatMap(({ rows }) => rows);
}

function keyOf({ workload, column, unit }: Row): string {
  return JSON.stringify([workload, column, unit]);
}
