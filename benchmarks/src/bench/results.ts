// Results as they are kept: one JSON file per scenario, from which every table and chart is made.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Row } from "../record.ts";
import { scenarios } from "./scenarios.ts";

/** What one run of a scenario gave, and where. */
export interface Result {
  readonly scenario: string;
  readonly command: string;
  readonly isQuick: boolean;
  readonly date: string;
  readonly node: string;
  readonly machine: string;
  /** Runnable processes in the minute before and at the end: with more than cores, read ratios and not times. */
  readonly load: readonly [before: number, after: number];
  readonly rows: readonly Row[];
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

/** Keeps a result. */
export function writeResult(result: Result): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(result.scenario), `${JSON.stringify(result, null, 2)}\n`);
}
