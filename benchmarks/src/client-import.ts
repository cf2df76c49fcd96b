// What it costs to load a client: the time of one `import` in a fresh process of Node, peers in turns.
//
// The last row is a file without a line: what Node itself takes for its first import. The second ratio leaves it out of both.
//
//     node benchmarks/dist/client-import.js

import { execFileSync } from "node:child_process";
import { loadavg } from "node:os";
import { figure, figureOfRatios, interleave, show } from "./harness.ts";
import { record, roundsOf } from "./record.ts";

const ROUNDS = roundsOf(15);
const modules = [
  "mcp-sse/client",
  "@mcp-sse/sse-client",
  "@modelcontextprotocol/sdk/client/sse.js",
  "@modelcontextprotocol/client",
  "mcp-sse/server",
  "@modelcontextprotocol/sdk/server/sse.js",
  "@modelcontextprotocol/server-legacy/sse",
  "./client/empty.js",
];

/** The time in ms, taken within the process: what it takes to start one is not the module's. */
function timeOfImport(name: string): number {
  const program = `const from = performance.now(); await import("${name}"); console.log(performance.now() - from);`;
  const args = ["--no-warnings", "--input-type=module", "--eval", program];
  return Number(execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: "utf8" }));
}

for (const name of modules) timeOfImport(name);
const samples = await interleave(
  modules.map((name) => async () => timeOfImport(name)),
  ROUNDS,
);
const [first = []] = samples;
const empty = samples.at(-1) ?? [];
const net = (own: readonly number[]): number[] => own.map((ms, round) => ms - (empty[round] ?? 0));
console.log(
  `Node ${process.version}; median [quartiles] of ${ROUNDS} rounds; ms of one import (load ${loadavg()[0]?.toFixed(1)})`,
);
for (const [index, own] of samples.entries()) {
  const title = (modules[index] ?? "").padEnd(40);
  const ratios = [figureOfRatios(own, first), figureOfRatios(net(own), net(first))] as const;
  console.log(
    `  ${title} ${show(figure(own), 1).padEnd(26)} ${ratios.map((one) => show(one)).join("x, net ")}x`,
  );
  const workload = modules[index] ?? "";
  record({ workload, column: "one import", unit: "ms", ...figure(own) });
  if (index === 0) continue;
  const [ratio, netRatio] = ratios;
  const target = workload === "@modelcontextprotocol/sdk/client/sse.js" ? { atLeast: 8 } : undefined;
  const unit = `times ${modules[0]}`;
  record({ workload, column: "one import", unit, ...ratio, target });
  if (index === samples.length - 1) continue;
  record({ workload, column: "one import", unit: "times, less the empty file", ...netRatio });
}
