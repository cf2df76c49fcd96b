import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chartOf } from "../src/bench/chart.ts";
import { merged, type Run, readResults, rowsOf } from "../src/bench/results.ts";
import { chosenScenarios, listOf, scenarios } from "../src/bench/scenarios.ts";
import { between, sectionOf, tableOf, verdictOf } from "../src/bench/tables.ts";
import { chartsOf, pagesOf } from "../src/bench/write-all.ts";
import { meets, type Row, record } from "../src/record.ts";

const root = join(import.meta.dirname, "../..");
const row: Row = { workload: "a call", column: "ours", unit: "us", median: 2, low: 1.5, high: 1200.4 };
const run: Run = {
  command: "pnpm bench x",
  isQuick: false,
  date: "2026-01-01",
  node: "v20.0.0",
  machine: "a machine",
  load: [0, 0],
  seconds: 1,
  rows: [row],
};

describe("what is kept of benchmarks", () => {
  const results = readResults();

  // The markers hold exactly this, so that putting it there changes nothing: `pnpm bench --write` makes it so.
  test.each([...pagesOf(results), ...chartsOf(results)])("is what %s shows", (file, text) => {
    expect(readFileSync(join(root, file), "utf8")).toBe(text);
  });

  test("says where and when it was measured", () => {
    for (const { scenario, runs } of results) {
      for (const { machine, node, date, load, command } of runs) {
        expect([
          scenario,
          machine !== "",
          /^v\d+/.test(node),
          /^\d{4}-\d\d-\d\d$/.test(date),
          load.length,
        ]).toEqual([scenario, true, true, true, 2]);
        expect(command).toMatch(new RegExp(`^pnpm bench ${scenario}(:\\S+)?( --quick)?$`));
      }
    }
  });

  test("has a spread in every figure", () => {
    for (const result of results) expect(tableOf(rowsOf(result))).toContain("|");
  });
});

describe("a figure", () => {
  const bare = [
    { ...row, low: 2, high: 2 },
    { ...row, low: 3 },
    { ...row, high: Number.NaN },
  ];

  test.each(bare)("without its spread is refused, wherever it would be shown: %j", (one) => {
    const scenario = scenarios.find(({ layout }) => layout === undefined);
    if (scenario === undefined) throw new Error("there is none");
    expect(() => record(one)).toThrow(RangeError);
    expect(() => tableOf([one])).toThrow(RangeError);
    expect(() => tableOf([{ ...one, target: { atMost: 1 } }], "peers")).toThrow(RangeError);
    expect(() => sectionOf(scenario, { scenario: scenario.name, runs: [{ ...run, rows: [one] }] })).toThrow(
      RangeError,
    );
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
    expect(tableOf([row, other], "peers")).toBe(
      [
        "|  |  | us | times ours |",
        "| --- | --- | ---: | ---: |",
        "| a call | ours | 2 [1.50..1200] |  |",
        "| a call | bare |  | 0.50 [0.25..12.3] |",
      ].join("\n"),
    );
  });

  test("has its target beside it, and whether it is met is computed", () => {
    const met = { ...row, target: { atMost: 2 } };
    const missed = { ...row, workload: "another", target: { atLeast: 2.5 } };
    expect([meets(row), meets(met), meets(missed)]).toEqual([undefined, true, false]);
    expect(tableOf([met, missed])).toBe(
      [
        "|  | ours, us |",
        "| --- | ---: |",
        "| a call | 2 [1.50..1200] (<= 2) |",
        "| another | **2 [1.50..1200]** (>= 2.5: **missed**) |",
      ].join("\n"),
    );
    expect(verdictOf([row])).toBe("Median [quartiles]. No targets.");
    expect(verdictOf([met])).toBe("Median [quartiles]. Targets: all 1 met.");
    expect(verdictOf([met, missed])).toBe("Median [quartiles]. Targets: 1 of 2 met, **1 missed**.");
  });
});

describe("a scenario", () => {
  test("is found by its name, with the parts that are wanted of it", () => {
    expect(chosenScenarios([]).map(({ scenario }) => scenario)).toEqual(scenarios);
    expect(
      chosenScenarios(["import", "codec:a1,b"]).map(({ scenario, parts }) => [scenario.name, parts]),
    ).toEqual([
      ["import", []],
      ["codec", ["a1", "b"]],
    ]);
    expect(() => chosenScenarios(["imports"])).toThrow(RangeError);
    expect(() => chosenScenarios(["codec:z"])).toThrow(RangeError);
    expect(() => chosenScenarios(["import:a"])).toThrow(RangeError);
  });

  test("is left out of a quick run where it takes long", () => {
    const quick = chosenScenarios([], true).map(({ scenario }) => scenario);
    expect(quick).toEqual(scenarios.filter((scenario) => scenario.quick !== false));
    expect(quick.reduce((sum, { seconds }) => sum + seconds.quick, 0)).toBeLessThanOrEqual(300);
  });

  test("has a program, and parts where it takes more than three minutes", () => {
    for (const { name, command, seconds, parts = [] } of scenarios) {
      const source = command[0].replace(/js$/, "ts");
      expect([name, existsSync(join(root, "benchmarks/src", source))]).toEqual([name, true]);
      expect([name, seconds.full <= 170 || parts.length > 1]).toEqual([name, true]);
    }
    expect(scenarios.reduce((sum, { seconds }) => sum + seconds.full, 0)).toBeLessThanOrEqual(45 * 60);
    expect(listOf().split("\n")).toHaveLength(scenarios.length + 1);
  });

  test("has a chart that is the same for the same rows", () => {
    const [scenario] = scenarios;
    if (scenario === undefined) throw new Error("there is none");
    const rows = [{ ...row, unit: scenario.chart }];
    expect(chartOf(scenario, rows)).toBe(chartOf(scenario, rows));
    expect(chartOf(scenario, rows)).toMatch(/^<svg [\s\S]*a call[\s\S]*<\/svg>\n$/);
  });

  test("that was measured in part keeps its other parts", () => {
    const other = { ...row, workload: "a push" };
    const again = { ...run, date: "2026-02-02", rows: [{ ...row, median: 3 }] };
    expect(merged([{ ...run, rows: [row, other] }], again)).toEqual([again, { ...run, rows: [other] }]);
    expect(merged([{ ...run, rows: [other] }], again)).toEqual([{ ...run, rows: [other] }, again]);
    expect(merged([run], again)).toEqual([again]);
  });

  test("takes a ratio of two parts that were measured one after the other", () => {
    const stalled = scenarios.find(({ name }) => name === "stalled");
    const half = (workload: string, samples: readonly number[]): Row => ({
      ...{ workload, column: "p99", unit: "ms", median: 1, low: 0, high: 2 },
      samples,
    });
    const halves = [half("without readers", [1, 2, 4]), half("beside 200", [2, 3, 4])];
    expect(stalled?.derive?.(halves)).toMatchObject([{ median: 1.5, low: 1.25, high: 1.75 }]);
    expect(stalled?.derive?.(halves.slice(1))).toEqual([]);
  });
});

test("markers that are not there are said to be missing", () => {
  expect(between("<!-- bench x -->old<!-- /bench x -->", "x", "new")).toBe(
    "<!-- bench x -->\n\nnew\n\n<!-- /bench x -->",
  );
  expect(() => between("", "x", "new")).toThrow("no markers for x");
});
