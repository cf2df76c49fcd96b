// Four ways to have two instances, beside each other: a POST that is routed to the node of its stream, and one that comes
// to the other node and is carried there by Redis, by NATS, or as mcp-handler 1.x does it. The same SDK's server answers in each.

import { figure, interleave, show } from "../harness.ts";
import { record, roundsOf } from "../record.ts";
import { quantileOf } from "../server/quantile.ts";
import { callOf } from "../server/wire.ts";
import type { NodeProcess } from "./node-process.ts";
import { cpuOfProcess } from "./process-cpu.ts";
import { openSplit, type SplitSession } from "./split-session.ts";
import { type Bench, withBroker } from "./with-broker.ts";
import type { Carrier, NodeSetup } from "./words.ts";

const ROUNDS = roundsOf(7);
const CALLS = 200;
const SESSIONS = 32;
const BODY = callOf(200);

interface Way {
  readonly name: string;
  readonly nodes: readonly [NodeProcess, NodeProcess];
  readonly sessions: readonly SplitSession[];
  readonly brokerPid: number | undefined;
  readonly p50: number[];
  readonly p99: number[];
  readonly cpu: number[];
}

/** Prints a table. */
export async function beside(carriers: readonly Carrier[]): Promise<void> {
  await withBroker("redis", (redis) =>
    withBroker("nats", async (nats) => {
      const ways = [
        await startWay("sticky routing", redis, { kind: "sdk" }, { isSticky: true }),
        ...(carriers.includes("redis")
          ? [await startWay("Redis", redis, { kind: "sdk", carrier: "redis", url: redis.broker.url })]
          : []),
        ...(carriers.includes("nats")
          ? [await startWay("NATS", nats, { kind: "sdk", carrier: "nats", url: nats.broker.url })]
          : []),
        await startWay("mcp-handler 1.x", redis, { kind: "mcp-handler", url: redis.broker.url }),
      ];
      for (let warm = 0; warm < 2; warm++) for (const way of ways) await callOneByOne(way);
      await interleave(
        ways.map((way) => () => callOneByOne(way)),
        ROUNDS,
      );
      for (const way of ways) await callAtOnce(way);
      const perSecond = await interleave(
        ways.map((way) => () => callAtOnce(way)),
        ROUNDS,
      );
      console.log(`\na call of 200 B to an echo of the SDK, ${ways[0]?.sessions.length} sessions`);
      console.log(
        "  way              one at a time: p50, p99 in ms; all at once: calls/s, CPU per call in us",
      );
      for (const [i, { name, p50, p99, cpu, sessions, nodes }] of ways.entries()) {
        const cells = [figure(p50), figure(p99), figure(perSecond[i] ?? []), figure(cpu)].map((it) =>
          show(it),
        );
        console.log(`  ${name.padEnd(16)} ${cells.join("  ")}`);
        const keep = (unit: string, samples: readonly number[]): void =>
          record({ workload: name, column: unit, unit, ...figure(samples) });
        keep("ms one at a time, p50", p50);
        keep("ms one at a time, p99", p99);
        keep(`calls per second, ${sessions.length} at once`, perSecond[i] ?? []);
        keep("us of CPU per call", cpu);
        for (const session of sessions) session.close();
        for (const node of nodes) node.stop();
      }
    }),
  );
}

async function startWay(
  name: string,
  { broker, start }: Bench,
  setup: NodeSetup,
  { isSticky = false } = {},
): Promise<Way> {
  const nodes = [await start(setup), await start(setup)] as const;
  const [{ port: getPort }, { port: otherPort }] = nodes;
  const sessions = await Promise.all(
    Array.from({ length: SESSIONS }, () => openSplit(getPort, isSticky ? getPort : otherPort)),
  );
  return { name, nodes, sessions, brokerPid: isSticky ? undefined : broker.pid, p50: [], p99: [], cpu: [] };
}

async function callOneByOne({ sessions: [session], p50, p99 }: Way): Promise<number> {
  const took: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const from = performance.now();
    await session?.call(BODY);
    took.push(performance.now() - from);
  }
  p50.push(quantileOf(took, 0.5));
  p99.push(quantileOf(took, 0.99));
  return quantileOf(took, 0.5);
}

/** @returns calls per second. */
async function callAtOnce(way: Way): Promise<number> {
  const calls = CALLS * 10;
  const before = await cpuOf(way);
  const from = performance.now();
  await Promise.all(
    way.sessions.map(async (session) => {
      for (let call = 0; call < calls / SESSIONS; call++) await session.call(BODY);
    }),
  );
  const seconds = (performance.now() - from) / 1_000;
  way.cpu.push(((await cpuOf(way)) - before) / calls);
  return calls / seconds;
}

/** Of both nodes and the broker, in µs. */
async function cpuOf({ nodes: [a, b], brokerPid }: Way): Promise<number> {
  return (
    (await a.ask("cpu")) + (await b.ask("cpu")) + (brokerPid === undefined ? 0 : cpuOfProcess(brokerPid))
  );
}
