// The figures that the pages of packages show: parts of results, written between markers as the large tables are.

import type { Row } from "../record.ts";
import { type Result, rowsOf } from "./results.ts";
import { type Layout, tableOf } from "./tables.ts";

/** A part of some results, and where it stands. */
export interface Excerpt {
  readonly file: string;
  readonly marker: string;
  readonly scenarios: readonly string[];
  readonly layout?: Layout;
  readonly pick: (row: Row) => boolean;
}

/** All of them. */
export const excerpts: readonly Excerpt[] = [
  {
    file: "packages/sse-codec/README.md",
    marker: "scanners",
    scenarios: ["codec", "vectors"],
    pick: ({ workload, unit }) => /^(a1|a3|b|of \d+, at every) ?/.test(workload) && unit !== "MB/s",
  },
  {
    file: "packages/sse-codec/README.md",
    marker: "kept",
    scenarios: ["kept"],
    layout: "peers",
    pick: () => true,
  },
  {
    file: "packages/jsonrpc/README.md",
    marker: "jsonrpc",
    scenarios: ["jsonrpc"],
    pick: ({ workload }) =>
      /^(?:decode|encode) text +(?:200 B, call with text|64 KiB, call with Chinese)/.test(workload) ||
      /^read +200 B, call with text/.test(workload),
  },
  {
    file: "packages/sse-server/README.md",
    marker: "server",
    scenarios: ["server"],
    layout: "peers",
    pick: ({ workload, unit, column }) =>
      /^a (call of 200|session)/.test(workload) &&
      /^times (bare|SDK)$/.test(unit) &&
      !/fetch|Express/.test(column),
  },
  {
    file: "packages/sse-server/README.md",
    marker: "idle",
    scenarios: ["idle"],
    pick: ({ column }) => column === "memory (RSS)" || column === "heap",
  },
  {
    file: "packages/sse-client/README.md",
    marker: "client",
    scenarios: ["client"],
    pick: ({ workload }) => /^(call|receive)/.test(workload),
  },
  {
    file: "packages/bridge/README.md",
    marker: "bridge",
    scenarios: ["bridge"],
    layout: "peers",
    pick: () => true,
  },
  ...["redis", "nats"].map((carrier) => ({
    file: `packages/bus-${carrier}/README.md`,
    marker: "bus",
    scenarios: ["bus-carry", "bus-event", "bus-outcomes"],
    layout: "peers" as const,
    pick: ({ workload, column }: Row) => workload === carrier || column.startsWith(`${carrier},`),
  })),
  {
    file: "docs/scaling.md",
    marker: "idle",
    scenarios: ["idle", "server"],
    layout: "peers",
    pick: ({ workload, column, unit }) =>
      workload === "read" || (workload.startsWith("a session") && column === "read" && unit === "us"),
  },
  { file: "docs/scaling.md", marker: "bus", scenarios: ["bus-carry"], pick: () => true },
];

/** A table, and the commands that give it. */
export function excerptOf(excerpt: Excerpt, results: readonly Result[]): string {
  const found = results.filter(({ scenario }) => excerpt.scenarios.includes(scenario));
  const rows = found.flatMap(rowsOf).filter(excerpt.pick);
  const commands = excerpt.scenarios.map((name) => `\`pnpm bench ${name}\``).join(", ");
  if (rows.length === 0) return `${commands}: not measured yet.`;
  const isQuick = found.some(({ runs }) => runs.some((run) => run.isQuick));
  const spread = rows.every(({ isExact }) => isExact === true) ? "counted" : "median [quartiles]";
  return `${commands}: ${spread}${isQuick ? ", of few rounds" : ""}.\n\n${tableOf(rows, excerpt.layout)}`;
}
