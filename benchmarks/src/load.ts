// The server under load: what sessions cost, and what they leave behind; readers that stall; floods; slow peers.
//
//     node dist/load.js            all of it, at full size
//     node dist/load.js idle       or cycles, stalled, flood, loris
//     node dist/load.js idle 1000  so many sessions, cycles, messages or connections; for a flood, so many seconds

import { loadavg } from "node:os";
import type { MemorySample } from "./server/commands.ts";
import { idleSessions } from "./server/idle-sessions.ts";
import { postFlood } from "./server/post-flood.ts";
import { sessionCycles } from "./server/session-cycles.ts";
import { slowLoris } from "./server/slow-loris.ts";
import { stalledReaders } from "./server/stalled-readers.ts";

const KIB = 1024;
const MIB = KIB * KIB;

const programs: Record<string, (size: number | undefined) => Promise<void>> = {
  idle,
  cycles,
  stalled,
  flood,
  loris,
};

const [wanted, size] = process.argv.slice(2);
console.log(`Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`);
for (const [name, program] of Object.entries(programs)) {
  if (wanted === undefined || wanted === name) await program(size === undefined ? undefined : Number(size));
}

async function idle(sessions = 10_000): Promise<void> {
  console.log(`\n${sessions} idle sessions: growth of the process per session, after a garbage collection`);
  for (const peer of ["bare", "SDK", "read", "toTransport", "drop-in"] as const) {
    const kept = peer === "read";
    const { rss, heap, keptAlive, longestTurn } = await idleSessions(peer, sessions, kept ? 15_000 : 1);
    const alive = kept
      ? `, ${keptAlive} kept alive within 15 s, longest turn ${longestTurn.wall.toFixed(1)} ms, ${longestTurn.cpu.toFixed(1)} ms of them CPU`
      : "";
    console.log(
      `  ${peer.padEnd(12)} ${(rss / KIB).toFixed(1)} KiB RSS, ${(heap / KIB).toFixed(1)} KiB heap${alive}`,
    );
  }
}

async function cycles(count = 200_000): Promise<void> {
  console.log(`\n${count} sessions opened and ended by FIN, reset and early abort`);
  for (const peer of ["read", "drop-in"] as const) {
    const { before, after, held } = await sessionCycles(peer, count);
    console.log(`  ${peer.padEnd(12)} ${grown(before, after)}, ${held} sessions held`);
  }
}

async function stalled(messages = 2_000): Promise<void> {
  const each = { good: 200, messages, bytes: 64 * KIB, stallTimeoutMs: 5_000 };
  console.log(`\n200 readers are sent ${messages} messages of 64 KiB each, beside 200 that stall`);
  const without = await stalledReaders({ ...each, stalled: 0 });
  const beside = await stalledReaders({ ...each, stalled: 200 });
  const [quiet, busy] = [without.p99, beside.p99].map((ms) => ms.toFixed(0));
  console.log(
    `  p99 ${quiet} ms without, ${busy} ms beside them: ${(beside.p99 / without.p99).toFixed(2)} times`,
  );
  console.log(
    `  ends ${JSON.stringify(beside.ends)}; RSS at most ${(beside.rssGrowth / MIB).toFixed(0)} MiB over base`,
  );
}

async function flood(seconds = 60): Promise<void> {
  const { posts, wrong, p99, quietP99, before, after } = await postFlood({
    good: 100,
    connections: 20,
    ms: seconds * 1000,
  });
  console.log(`\n${posts} POSTs in ${seconds} s, 70 % of them bad in 20 ways, beside 100 sessions that call`);
  console.log(`  p99 of their calls ${quietP99.toFixed(1)} ms without, ${p99.toFixed(1)} ms in the flood`);
  console.log(`  ${grown(before, after)}; answered otherwise than they should be: ${JSON.stringify(wrong)}`);
}

async function loris(connections = 2_000): Promise<void> {
  const deadlineMs = 5_000;
  const result = await slowLoris({ connections, good: 100, deadlineMs, perSecond: 500 });
  const { cut, answered, closed, statuses, p99, quietP99 } = result;
  console.log(`\n${connections} connections that never end head or body, deadlines of ${deadlineMs} ms`);
  console.log(
    `  ${cut.head + cut.body} cut (by status: ${JSON.stringify(statuses)}): refused ${span(answered)} ms after their start, closed ${span(closed)}`,
  );
  console.log(`  p99 of calls ${quietP99.toFixed(1)} ms without, ${p99.toFixed(1)} ms beside them`);
}

function span({ first, last }: { first: number; last: number }): string {
  return `${first.toFixed(0)} to ${last.toFixed(0)}`;
}

function grown(before: MemorySample, after: MemorySample): string {
  const mib = (bytes: number): string => `${(bytes / MIB).toFixed(1)} MiB`;
  return `heap ${mib(before.heap)} before, ${mib(after.heap)} after (RSS ${mib(before.rss)}, ${mib(after.rss)})`;
}
