// A flood of POSTs, most of them bad.

import { figure, show } from "../harness.ts";
import { isQuick, record, recordCount } from "../record.ts";
import { postFlood } from "../server/post-flood.ts";

const WINDOWS = 10;
const MIB = 1024 * 1024;

/** Floods a server while others call it. */
export async function flood(_words: readonly string[], seconds: number = isQuick ? 10 : 60): Promise<void> {
  const load = { good: 100, connections: 20, ms: seconds * 1_000, windows: WINDOWS };
  const { posts, wrong, p99s, quietP99s, before, after } = await postFlood(load);
  const [quiet, busy] = [figure(quietP99s), figure(p99s)];
  const strange = Object.values(wrong).reduce((sum, count) => sum + count, 0);
  const grown = (after.heap - before.heap) / MIB;
  console.log(`\n${posts} POSTs in ${seconds} s, 70 % of them bad in 20 ways, beside 100 sessions that call`);
  console.log(`  p99 of their calls ${show(quiet, 1)} ms without, ${show(busy, 1)} ms in the flood`);
  console.log(`  heap grown by ${grown.toFixed(1)} MiB; answered otherwise: ${JSON.stringify(wrong)}`);
  const workload = "100 sessions that call";
  record({ workload, column: "p99 without", unit: "ms", ...quiet });
  record({ workload, column: "p99 in the flood", unit: "ms", ...busy, target: { atMost: 100 } });
  recordCount("the flood", "POSTs", "POSTs", posts);
  recordCount("the flood", "answered otherwise than it should be", "POSTs", strange, { atMost: 0 });
  recordCount("the server", "heap, after beside before", "MiB", Math.round(grown * 100) / 100, { atMost: 1 });
}
