// Results as tables in Markdown, between markers that carry their name.

import { type Row, refuseBare } from "../record.ts";
import type { Result } from "./results.ts";
import type { Scenario } from "./scenarios.ts";

/** The part of benchmarks/README.md that a scenario's result makes. */
export function sectionOf({ name, about, title }: Scenario, result: Result): string {
  const { command, date, node, machine, load, isQuick } = result;
  const quick = isQuick ? " A quick run: few rounds, some workloads." : "";
  return [
    about,
    "",
    `\`${command}\`, ${date}: Node ${node.slice(1)} on ${machine}, load ${load.join(" to ")}. Median [quartiles].${quick}`,
    "",
    tableOf(result.rows),
    "",
    `![${title}](charts/${name}.svg)`,
  ].join("\n");
}

/** A line per workload, a column per peer. @throws `RangeError` for a figure without its spread. */
export function tableOf(rows: readonly Row[]): string {
  const columns = [...new Set(rows.map(columnOf))];
  const workloads = [...new Set(rows.map(({ workload }) => workload))];
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(["", ...columns]),
    line(["---", ...columns.map(() => "---:")]),
    ...workloads.map((workload) =>
      line([
        workload,
        ...columns.map((column) => {
          const row = rows.find((one) => one.workload === workload && columnOf(one) === column);
          return row === undefined ? "" : cellOf(row);
        }),
      ]),
    ),
  ].join("\n");
}

/** A figure with its spread. */
export function cellOf(row: Row): string {
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

function columnOf({ column, unit }: Row): string {
  return column === unit ? column : `${column}, ${unit}`;
}

function text(figure: number): string {
  if (Math.abs(figure) >= 1_000) return String(Math.round(figure));
  if (Number.isInteger(figure)) return String(figure);
  return figure.toFixed(Math.abs(figure) >= 100 ? 0 : Math.abs(figure) >= 10 ? 1 : 2);
}
