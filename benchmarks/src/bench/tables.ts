// Results as tables in Markdown, between markers that carry their name.

import { meets, type Row, refuseBare } from "../record.ts";
import { type Result, type Run, rowsOf } from "./results.ts";
import type { Scenario } from "./scenarios.ts";

/** The part of benchmarks/README.md that a scenario's result makes. */
export function sectionOf({ name, about, title, layout }: Scenario, result: Result): string {
  const rows = rowsOf(result);
  return [
    about,
    "",
    ...result.runs.map((run) => `${originOf(run)}  `),
    verdictOf(rows),
    "",
    tableOf(rows, layout),
    "",
    `![${title}](charts/${name}.svg)`,
  ].join("\n");
}

function originOf({ command, date, node, machine, load, isQuick }: Run): string {
  const quick = isQuick ? " **A quick run: few rounds, some workloads.**" : "";
  return `\`${command}\`, ${date}: Node ${node.slice(1)} on ${machine}, load ${load.join(" to ")}.${quick}`;
}

/** How many of the targets are met, and which are not. */
export function verdictOf(rows: readonly Row[]): string {
  const judged = rows.filter(({ target }) => target !== undefined);
  const missed = judged.filter((row) => meets(row) === false);
  const spread = rows.some(({ isExact }) => isExact !== true) ? "Median [quartiles]. " : "Counted. ";
  if (judged.length === 0) return `${spread}No targets.`;
  if (missed.length === 0) return `${spread}Targets: all ${judged.length} met.`;
  return `${spread}Targets: ${judged.length - missed.length} of ${judged.length} met, **${missed.length} missed**.`;
}

/** Whether a line is a workload, with a column per peer and unit, or a workload of one peer, with a column per unit. */
export type Layout = "workloads" | "peers";

/** @throws `RangeError` for a figure without its spread. */
export function tableOf(rows: readonly Row[], layout: Layout = "workloads"): string {
  const isByPeer = layout === "peers";
  const lineOf = ({ workload, column }: Row): string => (isByPeer ? `${workload} | ${column}` : workload);
  const columnOf = ({ column, unit }: Row): string =>
    isByPeer || column === unit ? unit : `${column}, ${unit}`;
  const columns = [...new Set(rows.map(columnOf))];
  const lines = [...new Set(rows.map(lineOf))];
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const heads = isByPeer ? ["", ""] : [""];
  return [
    line([...heads, ...columns]),
    line([...heads.map(() => "---"), ...columns.map(() => "---:")]),
    ...lines.map((title) =>
      line([
        title,
        ...columns.map((column) => {
          const row = rows.find((one) => lineOf(one) === title && columnOf(one) === column);
          return row === undefined ? "" : cellOf(row);
        }),
      ]),
    ),
  ].join("\n");
}

/** A figure with its spread, and its target with whether it is met. */
function cellOf(row: Row): string {
  const { target } = row;
  if (target === undefined) return figureOf(row);
  const wanted = "atMost" in target ? `<= ${target.atMost}` : `>= ${target.atLeast}`;
  return meets(row) === true
    ? `${figureOf(row)} (${wanted})`
    : `**${figureOf(row)}** (${wanted}: **missed**)`;
}

/** A figure with its spread. */
export function figureOf(row: Row): string {
  refuseBare(row);
  const { median, low, high, isExact = false } = row;
  if (isExact) return text(median);
  return `${text(median)} [${text(low)}..${text(high)}]`;
}

/** Puts text between the markers of a name. @throws Error where there are none. */
export function between(page: string, name: string, content: string): string {
  const [open, close] = [`<!-- bench ${name} -->`, `<!-- /bench ${name} -->`];
  const from = page.indexOf(open);
  const to = page.indexOf(close);
  if (from < 0 || to < from) throw new Error(`there are no markers for ${name}`);
  return `${page.slice(0, from + open.length)}\n\n${content}\n\n${page.slice(to)}`;
}

function text(figure: number): string {
  if (Math.abs(figure) >= 1_000) return String(Math.round(figure));
  if (Number.isInteger(figure)) return String(figure);
  return figure.toFixed(Math.abs(figure) >= 100 ? 0 : Math.abs(figure) >= 10 ? 1 : 2);
}
