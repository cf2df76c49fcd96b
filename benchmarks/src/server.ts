// Servers side by side: CPU time of the server's process per operation, each server in a process of its own, the load
// from this one.
//
//     node dist/server.js              every workload
//     node dist/server.js call push1   some

import { loadavg } from "node:os";
import { figure, figureOfRatios, interleave, show } from "./harness.ts";
import { record, roundsOf } from "./record.ts";
import { openSessions } from "./server/load-client.ts";
import type { PeerName } from "./server/peers.ts";
import { ServerProcess } from "./server/server-process.ts";
import { COMPARED, WORKLOADS, type Workload } from "./server/workloads.ts";

const ROUNDS = roundsOf(11);

const named = process.argv.slice(2);
console.log(`Node ${process.version}; median [quartiles] of ${ROUNDS} rounds; CPU of the server's process`);
for (const [name, workload] of Object.entries(WORKLOADS)) {
  if (named.length === 0 || named.includes(name)) await compare(workload);
}

async function compare(workload: Workload): Promise<void> {
  const { peers, sessions, operations, run } = workload;
  const samplers: (() => Promise<number>)[] = [];
  const ends: (() => void)[] = [];
  for (const peer of peers) {
    const server = await ServerProcess.start(peer);
    const open = await openSessions(server.port, sessions);
    const sample = async (): Promise<number> =>
      (await server.cpuOf(() => run(server, open, operations))) / operations;
    // Twice: compiled code is what is measured.
    for (let warm = 0; warm < 2; warm++) await sample();
    samplers.push(sample);
    ends.push(() => {
      for (const session of open) session.close();
      server.stop();
    });
  }
  const samples = await interleave(samplers, ROUNDS);
  for (const end of ends) end();
  print(workload, samples);
}

function print({ title, peers, atMost }: Workload, samples: readonly number[][]): void {
  const of = (name: PeerName): readonly number[] => samples[peers.indexOf(name)] ?? [];
  console.log(`\n${title} (load ${loadavg()[0]?.toFixed(1)})`);
  for (const name of peers) {
    const own = of(name);
    record({ workload: title, column: name, unit: "us", ...figure(own) });
    const ratios: string[] = [];
    for (const other of COMPARED) {
      if (other === name || !peers.includes(other)) continue;
      const ratio = figureOfRatios(own, of(other));
      ratios.push(`/ ${other} ${show(ratio)}`);
      const most = atMost?.[other]?.[name];
      const target = most === undefined ? undefined : { atMost: most };
      record({ workload: title, column: name, unit: `times ${other}`, ...ratio, target });
    }
    console.log(`  ${name.padEnd(16)} ${show(figure(own)).padEnd(24)} us  ${ratios.join("  ")}`);
  }
}
