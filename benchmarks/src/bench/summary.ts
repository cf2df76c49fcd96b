// The few figures that the root README shows: each names the scenario that shows it.

import type { Row } from "../record.ts";
import { type Result, rowsOf } from "./results.ts";
import { figureOf } from "./tables.ts";

interface Choice {
  readonly scenario: string;
  /** What is said of it. */
  readonly line: string;
  readonly pick: (rows: readonly Row[]) => string | undefined;
}

/** The figures of some columns of one workload. */
const columns =
  (start: string, unit: string, ...names: readonly string[]) =>
  (rows: readonly Row[]): string | undefined =>
    joined(
      names.map((name) => [
        name,
        rows.find(
          (row) => row.workload.startsWith(start) && row.unit === unit && row.column.startsWith(name),
        ),
      ]),
      unit,
    );

/** The figures of one unit, of some workloads. */
const workloads =
  (unit: string, ...names: readonly string[]) =>
  (rows: readonly Row[]): string | undefined =>
    joined(
      names.map((name) => [name, rows.find((row) => row.workload === name && row.unit === unit)]),
      unit,
    );

function joined(
  found: readonly (readonly [name: string, row: Row | undefined])[],
  unit: string,
): string | undefined {
  const cells = found.flatMap(([name, row]) => (row === undefined ? [] : [`${name} ${figureOf(row)}`]));
  return cells.length === 0 ? undefined : `${cells.join("; ")} (${unit})`;
}

const CHOICES: readonly Choice[] = [
  {
    scenario: "client",
    line: "CPU of a call, one at a time, beside our client",
    pick: columns("call, one", "times ours", "SDK v1", "SDK v2", "bare"),
  },
  {
    scenario: "server",
    line: "CPU of a call on the server",
    pick: columns("a call of 200", "us", "bare", "read", "drop-in", "SDK"),
  },
  {
    scenario: "bridge",
    line: "from starting a gateway to its first event, beside ours",
    pick: columns("from start", "times ours", "supergateway", "mcp-proxy"),
  },
  {
    scenario: "codec",
    line: "reading messages in 16 KiB chunks, beside our scanner",
    pick: columns("a1", "times ours", "eventsource-parser"),
  },
  {
    scenario: "import",
    line: "importing a client",
    pick: workloads(
      "ms",
      "mcp-sse/client",
      "@modelcontextprotocol/sdk/client/sse.js",
      "@modelcontextprotocol/client",
    ),
  },
  {
    scenario: "install",
    line: "packages that an install brings",
    pick: workloads(
      "packages",
      "mcp-sse",
      "@modelcontextprotocol/sdk",
      "@modelcontextprotocol/server-legacy",
      "mcp-proxy",
      "supergateway",
    ),
  },
];

/** A table of those that were measured. */
export function summaryOf(results: readonly Result[]): string {
  const lines = CHOICES.flatMap(({ scenario, line, pick }) => {
    const result = results.find((one) => one.scenario === scenario);
    const picked = result === undefined ? undefined : pick(rowsOf(result));
    return picked === undefined ? [] : [`| ${line} | ${picked} | \`pnpm bench ${scenario}\` |`];
  });
  return ["| | median [quartiles] | measured by |", "| --- | --- | --- |", ...lines].join("\n");
}
