// The server under load.

import { figureOfRatios } from "../figure.ts";
import type { Row } from "../record.ts";
import type { Scenario } from "./scenarios.ts";

/** In the order of the README. */
export const loadScenarios: readonly Scenario[] = [
  {
    name: "idle",
    title: "Idle sessions",
    about:
      "10 000 sessions that do nothing (1 000 in a quick run): growth of the process per session after a garbage collection, how many heard a comment within one period of 15 s, and the longest turn of the event loop meanwhile, on the wall and in CPU time of its thread.",
    command: ["load.js", "idle"],
    parts: ["bare", "SDK", "read", "toTransport", "drop-in"],
    quick: ["bare", "read"],
    chart: "KiB",
    seconds: { full: 135, quick: 30 },
  },
  {
    name: "cycles",
    title: "Sessions opened and ended",
    about:
      "200 000 sessions ended by turns with a FIN, with a reset, and before they were answered (3 000 in a quick run): the heap after a collection, over what it was before the first, at ten looks, and the sessions that the server still holds.",
    command: ["load.js", "cycles"],
    parts: ["read", "drop-in"],
    quick: ["read"],
    chart: "MiB over the start",
    seconds: { full: 150, quick: 5 },
  },
  {
    name: "flood",
    title: "A flood of POSTs",
    about:
      "20 connections POST as fast as they are answered, 70 % of it bad in 20 ways, for a minute (5 s in a quick run), beside 100 sessions that call: the 99th percentile of their calls, of ten windows each, and the server's heap.",
    command: ["load.js", "flood"],
    chart: "ms",
    seconds: { full: 80, quick: 17 },
  },
  {
    name: "loris",
    title: "Slow peers",
    about:
      "2 000 connections that never end their head or their body, a byte every quarter of a second, under deadlines of 5 s, beside 100 sessions that call: when they were cut, and the 99th percentile of the calls without them and beside them, five times over.",
    command: ["load.js", "loris"],
    quick: false,
    chart: "ms",
    seconds: { full: 125, quick: 0 },
  },
  {
    name: "stalled",
    title: "Readers that stall",
    about:
      "200 readers are each fed 2 000 messages of 64 KiB by a loop of its own that awaits `write`, without and beside 200 more that read nothing: the 99th percentile of the time from `write` to the reader, of ten windows, and memory over the start.",
    command: ["load.js", "stalled"],
    parts: ["without", "beside"],
    quick: false,
    chart: "ms",
    seconds: { full: 250, quick: 0 },
    derive: besideWithout,
  },
  {
    name: "soak",
    title: "Soak",
    about:
      "300 sessions under every fault: our server and our client on either side of the testkit's fault proxy, in one process. Sessions arrive at random, 30 a second, and live for 10 s on average; each end sends a message a second. One connection in twenty begins under a fault, as many meet one while they live, and everything restarts twice. Limits are half as long as in life. `pnpm soak` runs the 20 minutes; a run keeps what was measured with another length.",
    command: ["soak.js"],
    parts: ["1200"],
    chart: "MiB",
    seconds: { full: 80, quick: 30 },
    isMerged: true,
  },
];

/** How much longer readers wait beside some that stall, once both were measured. */
function besideWithout(rows: readonly Row[]): Row[] {
  const p99 = rows.filter(({ column, unit }) => column === "p99" && unit === "ms");
  const without = p99.find(({ workload }) => workload.startsWith("without"));
  const beside = p99.find(({ workload }) => workload.startsWith("beside"));
  if (without?.samples === undefined || beside?.samples === undefined) return [];
  const ratio = figureOfRatios(beside.samples, without.samples);
  return [
    { workload: beside.workload, column: "p99", unit: "times without", ...ratio, target: { atMost: 2 } },
  ];
}
