// Writes every page and chart that shows a result, from what is kept.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chartOf } from "./chart.ts";
import { excerptOf, excerpts } from "./excerpts.ts";
import { overviewOf } from "./overview.ts";
import { type Result, readResults, rowsOf } from "./results.ts";
import { scenarios } from "./scenarios.ts";
import { summaryOf } from "./summary.ts";
import { between, sectionOf } from "./tables.ts";

const root = join(import.meta.dirname, "../../..");

/** The pages as they should be, by their path from the root. */
export function pagesOf(results: readonly Result[]): ReadonlyMap<string, string> {
  const pages = new Map<string, string>();
  const change = (file: string, marker: string, content: string): void => {
    const page = pages.get(file) ?? readFileSync(join(root, file), "utf8");
    pages.set(file, between(page, marker, content));
  };
  for (const scenario of scenarios) {
    const result = results.find((one) => one.scenario === scenario.name);
    const content =
      result === undefined
        ? `Not measured yet: \`pnpm bench ${scenario.name}\`.`
        : sectionOf(scenario, result);
    change("benchmarks/README.md", scenario.name, content);
  }
  change("benchmarks/README.md", "overview", overviewOf(results));
  change("README.md", "summary", summaryOf(results));
  for (const excerpt of excerpts) change(excerpt.file, excerpt.marker, excerptOf(excerpt, results));
  return pages;
}

/** The charts as they should be, by their path from the root. */
export function chartsOf(results: readonly Result[]): ReadonlyMap<string, string> {
  const charts = new Map<string, string>();
  for (const scenario of scenarios) {
    const result = results.find((one) => one.scenario === scenario.name);
    if (result === undefined) continue;
    charts.set(`benchmarks/charts/${scenario.name}.svg`, chartOf(scenario, rowsOf(result)));
  }
  return charts;
}

/** Writes both. */
export function writeAll(): void {
  const results = readResults();
  mkdirSync(join(root, "benchmarks/charts"), { recursive: true });
  for (const [file, text] of [...chartsOf(results), ...pagesOf(results)])
    writeFileSync(join(root, file), text);
}
