// What a session costs that does nothing.

import { figure, interleave, show } from "../harness.ts";
import { isQuick, record, recordCount, type Target } from "../record.ts";
import { type IdleResult, idleSessions } from "../server/idle-sessions.ts";

const PEERS = ["bare", "SDK", "read", "toTransport", "drop-in"] as const;
const OURS: readonly string[] = ["read", "toTransport", "drop-in"];
const ROUNDS = 5;
const KIB = 1024;

/** The period of the keep-alive, which is waited for with one peer. */
const PERIOD_MS = isQuick ? 4_000 : 15_000;

/** Takes every peer several times, by turns. */
export async function idle(
  words: readonly string[],
  sessions: number = isQuick ? 1_000 : 10_000,
): Promise<void> {
  const peers = PEERS.filter((peer) => words.length === 0 || words.includes(peer));
  console.log(`\n${sessions} idle sessions: growth of the process per session, after a garbage collection`);
  const results = peers.map((): IdleResult[] => []);
  await interleave(
    peers.map((peer, n) => async () => {
      const result = await idleSessions(peer, sessions, peer === "read" ? PERIOD_MS : 1);
      results[n]?.push(result);
      return result.rss;
    }),
    ROUNDS,
  );
  for (const [n, peer] of peers.entries()) {
    const own = results[n] ?? [];
    const keep = (
      column: string,
      unit: string,
      of: (result: IdleResult) => number,
      target?: Target,
    ): void => {
      const { median, low, high } = figure(own.map(of));
      console.log(`  ${peer.padEnd(12)} ${column} ${show({ median, low, high }, 1)} ${unit}`);
      record({ workload: peer, column, unit, median, low, high, target });
    };
    const isOurs = OURS.includes(peer);
    keep("memory (RSS)", "KiB", ({ rss }) => rss / KIB, isOurs ? { atMost: 14 } : undefined);
    keep("heap", "KiB", ({ heap }) => heap / KIB, isOurs ? { atMost: 8 } : undefined);
    if (peer !== "read") continue;
    keep("longest turn", "ms", ({ longestTurn }) => longestTurn.wall, { atMost: 50 });
    keep("longest turn", "ms of CPU", ({ longestTurn }) => longestTurn.cpu, { atMost: 50 });
    const alive = Math.min(...own.map(({ keptAlive }) => keptAlive));
    recordCount(peer, "heard a comment in time", "sessions", alive, { atLeast: sessions });
  }
}
