// Runs scenarios, keeps what they gave, and writes tables and charts from it.
//
//     pnpm bench                    all of them, in full: half an hour on two cores
//     pnpm bench --quick            fewer rounds and workloads: some minutes; shown, and not kept without --keep
//     pnpm bench codec import       these
//     pnpm bench --write            writes tables and charts anew from what is kept, and measures nothing

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chartOf } from "./bench/chart.ts";
import { readResults, writeResult } from "./bench/results.ts";
import { runScenario } from "./bench/run-scenario.ts";
import { scenarios, scenariosNamed } from "./bench/scenarios.ts";
import { summaryOf } from "./bench/summary.ts";
import { between, sectionOf, tableOf } from "./bench/tables.ts";

const root = join(import.meta.dirname, "../..");

const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});

if (!values.write) await measureAll();
if (values.write || !values.quick || values.keep) writeAll();

async function measureAll(): Promise<void> {
  for (const scenario of scenariosNamed(positionals)) {
    console.log(`\n=== ${scenario.name}: ${scenario.title}`);
    const result = await runScenario(scenario, values.quick);
    console.log(`\n${tableOf(result.rows)}`);
    if (!values.quick || values.keep) writeResult(result);
  }
}

function writeAll(): void {
  const results = readResults();
  const charts = join(root, "benchmarks/charts");
  mkdirSync(charts, { recursive: true });
  rewrite("benchmarks/README.md", (page) =>
    results.reduce((text, result) => {
      const scenario = scenarios.find(({ name }) => name === result.scenario);
      if (scenario === undefined) return text;
      writeFileSync(join(charts, `${scenario.name}.svg`), chartOf(scenario, result.rows));
      return between(text, scenario.name, sectionOf(scenario, result));
    }, page),
  );
  rewrite("README.md", (page) => between(page, "summary", summaryOf(results)));
}

function rewrite(file: string, change: (page: string) => string): void {
  const path = join(root, file);
  const page = readFileSync(path, "utf8");
  const next = change(page);
  if (next !== page) writeFileSync(path, next);
}
