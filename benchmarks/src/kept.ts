// What a program keeps that keeps the data of one event of each chunk: the text of the whole chunk, unless it copies. And
// what the copy costs.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createEventScanner } from "@mcp-sse/sse-codec";
import { measure, show } from "./harness.ts";
import { record, recordCount } from "./record.ts";

const EVENTS = 70;
const CHUNKS = 2_000;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** A string of its own: V8 joins what is put together before it cuts a piece off. */
const copyOf = (text: string): string => ` ${text}`.slice(1);

const ways: readonly (readonly [name: string, (data: string) => unknown])[] = [
  ["kept as it is", (data) => data],
  ["copied", copyOf],
  ["parsed as JSON", (data) => JSON.parse(data)],
];

console.log(`Node ${process.version}; of ${EVENTS} events of some 230 B in each chunk of 16 KiB one is kept`);
for (const [name, way] of ways) {
  const kept: unknown[] = [];
  const before = heap();
  for (let count = 0; count < CHUNKS; count++) {
    let last = "";
    const scanner = createEventScanner({
      onEvent({ data }) {
        last = data;
      },
    });
    scanner.push(chunk());
    kept.push(way(last));
  }
  const each = Math.round((heap() - before) / kept.length);
  console.log(`  ${name.padEnd(16)} ${each} B of heap for each`);
  recordCount("one of 70 events is kept", name, "B of heap for each", each);
}

const bytes = chunk();
const read = (way: (data: string) => string) => (): number => {
  let length = 0;
  const scanner = createEventScanner({
    onEvent({ data }) {
      length += way(data).length;
    },
  });
  for (let count = 0; count < 20; count++) scanner.push(bytes);
  return length;
};
const results = await measure([
  { name: "reading every event", run: read((data) => data) },
  { name: "and copying it", run: read(copyOf) },
]);
console.log("CPU per event: median [quartiles]");
for (const { name, time, ratio } of results) {
  const ns = (ms: number): number => (ms * 1e6) / (20 * EVENTS);
  const figure = show({ median: ns(time.median), low: ns(time.low), high: ns(time.high) });
  console.log(`  ${name.padEnd(20)} ${figure} ns, ${show(ratio)} times`);
  const { median, low, high } = time;
  const workload = "all events are read";
  record({ workload, column: name, unit: "ns", median: ns(median), low: ns(low), high: ns(high) });
  if (name !== results[0]?.name) record({ workload, column: name, unit: "times reading", ...ratio });
}

function chunk(): Uint8Array {
  const event = (id: number): string =>
    `event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", id, method: "notifications/x", params: { text: "x".repeat(130) } })}\n\n`;
  return new TextEncoder().encode(Array.from({ length: EVENTS }, (_, id) => event(id)).join(""));
}

function heap(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
