// Event scanners side by side. Arguments: first words of the workloads that are wanted, "text" for
// text in, "all" for every peer instead of the two that the targets speak of.
//
// Each workload is measured in a process of its own: what V8 learned of one changes what the next costs, for each peer in
// another way.

import { execFileSync } from "node:child_process";
import { BYTE_PEERS, TEXT_PEERS } from "./codec/peers.ts";
import { type Workload, workloads } from "./codec/workloads.ts";
import { measure, show } from "./harness.ts";
import { isQuick, record } from "./record.ts";

const words = process.argv.slice(2);
const text = words.includes("text");
const all = words.includes("all");
const wanted = words.filter((word) => word !== "text" && word !== "all" && word !== "bytes");
const node24 = Number(process.versions.node.split(".")[0]) >= 24;

const chosen = workloads().filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(`${word.trim()} `)),
);
const [only] = chosen;

if (chosen.length === 1 && only !== undefined) await measureOne(only);
else for (const { name } of chosen) measureApart(name);

function measureApart(name: string): void {
  const [word = ""] = name.split(" ", 1);
  const flags = words.filter((one) => one === "text" || one === "all");
  execFileSync(process.execPath, [import.meta.filename, word, ...flags], { stdio: "inherit" });
}

async function measureOne(workload: Workload): Promise<void> {
  console.log(
    `Node ${process.version}, ${text ? "text" : "bytes"} in; median [quartiles] of the ratio to ours`,
  );
  const chunks = workload.chunks();
  const decoder = new TextDecoder();
  const texts = chunks.map((chunk) => decoder.decode(chunk, { stream: true }));
  const peers = text
    ? TEXT_PEERS.map(({ name, scan }) => ({ name, run: () => scan(texts) }))
    : BYTE_PEERS.slice(0, all && !isQuick ? undefined : 2)
        .filter(({ quadratic }) => !(quadratic && workload.name.includes("16 MiB")))
        .map(({ name, scan }) => ({
          name,
          run: () => scan(chunks),
        }));
  const target = text ? workload.textTarget : node24 ? workload.target.node24 : workload.target.node20;
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const [ours, ...others] = await measure(peers);
  if (!ours) return;
  const mbs = (ms: number): number => bytes / 1000 / ms;
  const speed = { median: mbs(ours.time.median), low: mbs(ours.time.high), high: mbs(ours.time.low) };
  console.log(`${workload.name}: ${show(speed, 0)} MB/s`);
  record({ workload: workload.name, column: "ours", unit: "MB/s", ...speed });
  for (const [index, other] of others.entries()) {
    const verdict = index > 0 ? "" : other.ratio.median >= target ? `  >= ${target}` : `  MISSES ${target}`;
    console.log(`    ${other.name.padEnd(36)} ${show(other.ratio)}x${verdict}`);
    record({
      workload: workload.name,
      column: other.name,
      unit: "times ours",
      ...other.ratio,
      target: index > 0 ? undefined : { atLeast: target },
    });
  }
}
