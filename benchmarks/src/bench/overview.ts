// All scenarios on a page: what each is, how to run it, how long it takes, how many of its targets are met.

import { meets } from "../record.ts";
import { type Result, rowsOf } from "./results.ts";
import { type Scenario, scenarios } from "./scenarios.ts";

/** A line per scenario. */
export function overviewOf(results: readonly Result[]): string {
  return [
    "| `pnpm bench` | what | about | parts | targets met | measured |",
    "| --- | --- | ---: | --- | ---: | --- |",
    ...scenarios.map((scenario) =>
      lineOf(
        scenario,
        results.find((one) => one.scenario === scenario.name),
      ),
    ),
  ].join("\n");
}

function lineOf({ name, title, seconds, parts = [] }: Scenario, result: Result | undefined): string {
  const judged = result === undefined ? [] : rowsOf(result).filter(({ target }) => target !== undefined);
  const met = judged.filter((row) => meets(row) === true).length;
  const quick = result?.runs.some(({ isQuick }) => isQuick) ? ", quick" : "";
  const when = result === undefined ? "not yet" : `${result.runs.map(({ date }) => date).sort()[0]}${quick}`;
  const targets = judged.length === 0 ? "" : `${met} of ${judged.length}`;
  const words = parts.map((part) => `\`${part}\``).join(", ");
  return `| [\`${name}\`](#${anchorOf({ name, title })}) | ${title} | ${seconds.full} s | ${words} | ${targets} | ${when} |`;
}

/** The heading of a scenario, as a link to it is written. */
function anchorOf({ name, title }: Pick<Scenario, "name" | "title">): string {
  return `${title}, ${name}`
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\d\s-]/gu, "")
    .replaceAll(/\s/g, "-");
}
