import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chartOf } from "../src/bench/chart.ts";
import { readResults } from "../src/bench/results.ts";
import { scenarios, scenariosNamed } from "../src/bench/scenarios.ts";
import { summaryOf } from "../src/bench/summary.ts";
import { between, sectionOf, tableOf } from "../src/bench/tables.ts";
import { record } from "../src/record.ts";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "benchmarks/README.md"), "utf8");
const row = { workload: "a call", column: "ours", unit: "us", median: 2, low: 1.5, high: 1200.4 };

describe("what is kept of benchmarks", () => {
  const results = readResults();

  test.each(results)("is what the README shows of $scenario", (result) => {
    const scenario = scenarios.find(({ name }) => name === result.scenario);
    if (scenario === undefined) throw new Error(`no scenario ${result.scenario}`);
    // The markers hold exactly this, so that putting it there changes nothing.
    expect(between(page, scenario.name, sectionOf(scenario, result))).toBe(page);
    const chart = readFileSync(join(root, `benchmarks/charts/${scenario.name}.svg`), "utf8");
    expect(chart).toBe(chartOf(scenario, result.rows));
  });

  test("is what the first page shows", () => {
    const readme = readFileSync(join(root, "README.md"), "utf8");
    expect(between(readme, "summary", summaryOf(results))).toBe(readme);
  });

  test("says where and when it was measured", () => {
    for (const { scenario, machine, node, date, load, command } of results) {
      expect([
        scenario,
        machine !== "",
        /^v\d+/.test(node),
        /^\d{4}-\d\d-\d\d$/.test(date),
        load.length,
      ]).toEqual([scenario, true, true, true, 2]);
      expect(command).toMatch(new RegExp(`^pnpm bench ${scenario}( --quick)?$`));
    }
  });
});

describe("a figure", () => {
  test("without its spread is refused, wherever it would be shown", () => {
    for (const bare of [
      { ...row, low: 2, high: 2 },
      { ...row, low: 3 },
      { ...row, high: Number.NaN },
    ]) {
      expect(() => record(bare)).toThrow(RangeError);
      expect(() => tableOf([bare])).toThrow(RangeError);
    }
  });

  test("is shown with its spread, in the column of its peer and unit", () => {
    const other = { ...row, column: "bare", unit: "times ours", median: 0.5, low: 0.25, high: 12.34 };
    const counted = { ...row, workload: "packages", median: 7, low: 7, high: 7, isExact: true };
    expect(tableOf([row, other, counted])).toBe(
      [
        "|  | ours, us | bare, times ours |",
        "| --- | ---: | ---: |",
        "| a call | 2 [1.50..1200] | 0.50 [0.25..12.3] |",
        "| packages | 7 |  |",
      ].join("\n"),
    );
  });
});

describe("a scenario", () => {
  test("is found by its name, and has a program", () => {
    expect(scenariosNamed([])).toEqual(scenarios);
    expect(scenariosNamed(["import"]).map(({ name }) => name)).toEqual(["import"]);
    expect(() => scenariosNamed(["imports"])).toThrow(RangeError);
    const missing = scenarios.filter(
      ({ command: [program] }) => !existsSync(join(root, "benchmarks/src", program.replace(/js$/, "ts"))),
    );
    expect(missing).toEqual([]);
  });

  test("has a chart that is the same for the same rows", () => {
    const [scenario] = scenarios;
    if (scenario === undefined) throw new Error("there is none");
    const rows = [{ ...row, unit: scenario.chart }];
    expect(chartOf(scenario, rows)).toBe(chartOf(scenario, rows));
    expect(chartOf(scenario, rows)).toMatch(/^<svg [\s\S]*a call[\s\S]*<\/svg>\n$/);
  });
});

test("markers that are not there are said to be missing", () => {
  expect(between("<!-- bench x -->old<!-- /bench x -->", "x", "new")).toBe(
    "<!-- bench x -->\n\nnew\n\n<!-- /bench x -->",
  );
  expect(() => between("", "x", "new")).toThrow("no markers for x");
});
