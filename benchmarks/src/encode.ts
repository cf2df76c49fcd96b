// Event writers side by side.

import { encodeEvent } from "@mcp-sse/sse-codec";
import { encode } from "eventsource-encoder";
import { measure, show } from "./harness.ts";
import { record } from "./record.ts";

const REPEATS = 200;

interface Row {
  readonly name: string;
  readonly data: string;
  /** Least ratio that we promise; of the large ones only that time is linear in lines and length. */
  readonly target: number;
  /** Whether what no encoder can go below is measured too: the same text put together with no check. */
  readonly withBound?: true;
}

const ROWS: readonly Row[] = [
  { name: "60 B", data: `{"token":"${"x".repeat(49)}"}`, target: 2.5 },
  { name: "230 B of JSON", data: `{"jsonrpc":"2.0","id":1,"result":"${"x".repeat(194)}"}`, target: 2.5 },
  { name: "16 KiB", data: "x".repeat(16 * 1024), target: 6, withBound: true },
  { name: "1 MiB", data: "x".repeat(1024 * 1024), target: 1 },
  { name: "1 MiB in 10 000 lines", data: `${"x".repeat(104)}\n`.repeat(10_000), target: 1 },
];

console.log(`Node ${process.version}, one event to text; median [quartiles] of the ratio to ours`);
for (const { name, data, target, withBound } of ROWS) {
  const repeats = data.length > 100_000 ? 1 : REPEATS;
  const event = { event: "message", data };
  const peers = [
    { name: "@mcp-sse/sse-codec", run: () => repeat(repeats, () => encodeEvent(event)) },
    { name: "eventsource-encoder 1.0.2", run: () => repeat(repeats, () => encode(event)) },
  ];
  if (withBound) peers.push({ name: "unchecked", run: () => repeat(repeats, () => join(event)) });
  const [ours, theirs, unchecked] = await measure(peers);
  if (!ours || !theirs) continue;
  const verdict = theirs.ratio.median >= target ? `>= ${target}` : `MISSES ${target}`;
  const perEvent = (ms: number): number => (ms * 1000) / repeats;
  const { median, low, high } = ours.time;
  const time = show({ median: perEvent(median), low: perEvent(low), high: perEvent(high) });
  console.log(`${name.padEnd(24)} ours ${time} us, ${theirs.name} ${show(theirs.ratio)}x  ${verdict}`);
  record({
    workload: name,
    column: "ours",
    unit: "us",
    median: perEvent(median),
    low: perEvent(low),
    high: perEvent(high),
  });
  record({
    workload: name,
    column: theirs.name,
    unit: "times ours",
    ...theirs.ratio,
    target: { atLeast: target },
  });
  if (!unchecked) continue;
  console.log(`${"".padEnd(24)} put together with no check ${show(unchecked.ratio)}x`);
  record({ workload: name, column: "put together unchecked", unit: "times ours", ...unchecked.ratio });
}

function join({ event, data }: { readonly event: string; readonly data: string }): string {
  return `event: ${event}\ndata: ${data}\n\n`;
}

/** Reads a character in the middle, so that a rope is paid for by whoever made it. */
function repeat(times: number, make: () => string): number {
  let sum = 0;
  for (let index = 0; index < times; index++) {
    const block = make();
    sum += block.length + block.charCodeAt(block.length >> 1);
  }
  return sum;
}
