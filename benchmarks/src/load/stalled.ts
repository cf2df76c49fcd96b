// Readers that take nothing, and their neighbours.

import { figure, show } from "../harness.ts";
import { record, recordCount } from "../record.ts";
import { stalledReaders } from "../server/stalled-readers.ts";

const KIB = 1024;
const MIB = KIB * KIB;

/** `without` and `beside`: each takes some minutes; the ratio is made of what both left behind. */
export async function stalled(words: readonly string[], messages = 2_000): Promise<void> {
  const each = { good: 200, messages, bytes: 64 * KIB, stallTimeoutMs: 5_000 };
  console.log(`\n200 readers are sent ${messages} messages of 64 KiB each`);
  for (const [part, deaf] of [
    ["without", 0],
    ["beside", 200],
  ] as const) {
    if (words.length > 0 && !words.includes(part)) continue;
    const { p99s, ends, rssLooks, rssGrowth } = await stalledReaders({ ...each, stalled: deaf });
    const workload = deaf === 0 ? "without readers that stall" : `beside ${deaf} readers that stall`;
    const rss = figure(rssLooks.map((bytes) => bytes / MIB));
    const most = Math.round(rssGrowth / MIB);
    console.log(`  ${workload}: p99 ${show(figure(p99s), 0)} ms, ends ${JSON.stringify(ends)}`);
    console.log(
      `  ${"".padEnd(workload.length)}  RSS over the start ${show(rss, 0)} MiB, at most ${most} MiB`,
    );
    record({ workload, column: "p99", unit: "ms", ...figure(p99s), samples: p99s });
    record({ workload, column: "memory over the start", unit: "MiB", ...rss });
    recordCount(workload, "most of it", "MiB", most, deaf === 0 ? undefined : { atMost: 400 });
    if (deaf > 0) recordCount(workload, "ended as stalled", "readers", ends.stalled ?? 0, { atLeast: deaf });
  }
}
