// What a client costs: CPU per call and per message, beside the SDK's own transports and beside a client that
// does the same HTTP and nothing else. Each client is a process, so is the server, and all of them take turns.
//
//     node benchmarks/dist/client.js            all workloads
//     node benchmarks/dist/client.js one        those of these parts, or whose names start so

import { loadavg } from "node:os";
import { peers } from "./client/peers.ts";
import {
  type Cost,
  startServer,
  startWorker,
  type Work,
  type Worker,
  type Written,
} from "./client/processes.ts";
import { figure, figureOfRatios, interleave, show } from "./harness.ts";
import { record, roundsOf, type Target } from "./record.ts";

const ROUNDS = roundsOf(11);

interface Workload {
  /** How it is asked for. */
  readonly part: string;
  readonly name: string;
  readonly work: Work;
  readonly clients: readonly string[];
  readonly unit: string;
  /** What of a run is compared: less is better. */
  readonly measure: (cost: Cost) => number;
  /** Each sample is what a new process does first: its code is read, run and compiled within it. */
  readonly isFirst?: boolean;
  /** What each of the others has to cost, as a multiple of ours. */
  readonly targets?: Readonly<Record<string, Target>>;
}

const transports = Object.keys(peers);
const [, , SDK_V1 = "", SDK_V2 = "", BARE = ""] = transports;
const perCount = (work: Work) => (cost: Cost) => (cost.cpuMs * 1000) / work.count;
const cpu = (part: string, name: string, work: Work, targets?: Workload["targets"]): Workload => ({
  part,
  name,
  ...(targets !== undefined && { targets }),
  work,
  clients: transports,
  unit: "us of CPU",
  measure: perCount(work),
});
const sdk = (atLeast: number): Record<string, Target> => ({ [SDK_V1]: { atLeast }, [SDK_V2]: { atLeast } });
/** The first messages of a process. Those of every program that lives for seconds, and what no warm row shows. */
const first = (count: number, written: Written, how: string): Workload => ({
  ...cpu(
    `first-${written}-${count}`,
    `receive the first ${count} of 200 B, ${how}`,
    { kind: "receive", count, bytes: 200, written },
    sdk(4),
  ),
  isFirst: true,
});
const wall = (version: string): Workload => {
  const work: Work = { kind: "call", count: 1_500, inFlight: 64 };
  const theirs = `Client ${version} over its own`;
  return {
    part: `wall-${version}`,
    name: `client ${version}: 64 calls in flight`,
    work,
    clients: [`Client ${version} over mcp-sse`, theirs],
    targets: { [theirs]: { atLeast: 2.5 } },
    unit: "us per call on the wall",
    measure: (cost) => (cost.wallMs * 1000) / work.count,
  };
};

// A call of ours may cost 1.5 times the bare client's.
const ofCalls = { ...sdk(4), [BARE]: { atLeast: 0.667 } };

const workloads: readonly Workload[] = [
  cpu("one", "call, one at a time", { kind: "call", count: 600 }, ofCalls),
  cpu("many", "call, 16 in flight", { kind: "call", count: 1_000, inFlight: 16 }, ofCalls),
  first(20_000, "joined", "64 KiB at a time"),
  first(2_000, "joined", "64 KiB at a time"),
  first(20_000, "burst", "bursts"),
  first(2_000, "burst", "bursts"),
  cpu(
    "bursts",
    "receive 200 B, bursts",
    { kind: "receive", count: 10_000, bytes: 200, written: "burst" },
    sdk(4),
  ),
  cpu("turns", "receive 200 B, a turn each", { kind: "receive", count: 4_000, bytes: 200, written: "turn" }),
  cpu("packed", "receive 200 B, 64 KiB at a time", { kind: "receive", count: 20_000, bytes: 200 }, sdk(4)),
  cpu("alone", "receive 200 B, each alone", { kind: "receive", count: 600, bytes: 200, written: "alone" }),
  cpu("large", "receive 16 KiB", { kind: "receive", count: 1_500, bytes: 16_384 }, sdk(1.43)),
  wall("v1"),
  wall("v2"),
];

const wanted = process.argv.slice(2);
const server = await startServer();
console.log(
  `Node ${process.version}; median [quartiles] of ${ROUNDS} rounds; ratios to the first, round by round`,
);
for (const workload of workloads) {
  const { part, name } = workload;
  if (wanted.length > 0 && !wanted.some((word) => word === part || name.startsWith(word))) continue;
  await measureAll(workload);
}
server.stop();

/** What each client took, by round. */
async function samplesOf({ work, clients, measure, isFirst = false }: Workload): Promise<number[][]> {
  if (isFirst) {
    const sample = (client: string) => async (): Promise<number> => {
      const worker = await startWorker(client, server.url);
      const cost = await worker.work(work);
      worker.stop();
      return measure(cost);
    };
    return interleave(clients.map(sample), ROUNDS);
  }
  const workers: Worker[] = [];
  for (const client of clients) workers.push(await startWorker(client, server.url));
  // Twice: compiled code is what is measured.
  for (const worker of [...workers, ...workers]) await worker.work(work);
  const samples = await interleave(
    workers.map((worker) => async () => measure(await worker.work(work))),
    ROUNDS,
  );
  for (const worker of workers) worker.stop();
  return samples;
}

async function measureAll(workload: Workload): Promise<void> {
  const { name, clients, unit, targets } = workload;
  const samples = await samplesOf(workload);
  const [ours = []] = samples;
  console.log(`\n${name}: ${unit} (load ${loadavg()[0]?.toFixed(1)})`);
  for (const [index, own] of samples.entries()) {
    const title = (clients[index] ?? "").padEnd(32);
    console.log(`  ${title} ${show(figure(own)).padEnd(26)} ${show(figureOfRatios(own, ours))}x`);
    const column = clients[index] ?? "";
    if (index === 0) record({ workload: name, column, unit, ...figure(own) });
    else {
      const target = targets?.[column];
      record({ workload: name, column, unit: "times ours", ...figureOfRatios(own, ours), target });
    }
  }
}
