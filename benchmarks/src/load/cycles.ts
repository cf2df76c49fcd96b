// What sessions leave behind.

import { figure, show } from "../harness.ts";
import { isQuick, record, recordCount } from "../record.ts";
import { sessionCycles } from "../server/session-cycles.ts";

const PEERS = ["read", "drop-in"] as const;
const LOOKS = 10;
const MIB = 1024 * 1024;

/** Opens and ends sessions, and looks at the heap ten times meanwhile. */
export async function cycles(
  words: readonly string[],
  count: number = isQuick ? 3_000 : 200_000,
): Promise<void> {
  console.log(`\n${count} sessions opened and ended by FIN, reset and early abort`);
  for (const peer of PEERS.filter((name) => words.length === 0 || words.includes(name))) {
    const { before, after, looks, held } = await sessionCycles(peer, count, LOOKS);
    const grown = figure(looks.map(({ heap }) => (heap - before.heap) / MIB));
    const last = (after.heap - before.heap) / MIB;
    console.log(`  ${peer.padEnd(12)} heap ${show(grown)} MiB over the start, ${last.toFixed(2)} at the end`);
    console.log(`  ${"".padEnd(12)} ${held} sessions held`);
    record({
      workload: peer,
      column: `heap, ${LOOKS} looks`,
      unit: "MiB over the start",
      ...grown,
      target: { atMost: 0.5 },
    });
    recordCount(peer, "held at the end", "sessions", held, { atMost: 0 });
  }
}
