// The bus alone, between two nodes: round trips, deliveries per second, CPU per delivery.

import { figure, show } from "../harness.ts";
import { record, roundsOf, type Target } from "../record.ts";
import { quantileOf } from "../server/quantile.ts";
import { cpuOfProcess } from "./process-cpu.ts";
import { withBroker } from "./with-broker.ts";
import type { Carrier } from "./words.ts";

const ROUNDS = roundsOf(7);
const TRIPS = 1_000;
const FLOOD = 20_000;
const IN_FLIGHT = 256;
const AT_LEAST: Readonly<Record<Carrier, number>> = { redis: 10_000, nats: 15_000 };

/** Prints a line or two for each carrier. */
export async function carry(carriers: readonly Carrier[]): Promise<void> {
  for (const [carrier, isSealed] of carriers.flatMap((name) => [
    [name, true] as const,
    [name, false] as const,
  ])) {
    await withBroker(carrier, async ({ broker, start }) => {
      const { url } = broker;
      const [poster, owner] = [
        await start({ kind: "bus", carrier, url, isSealed }),
        await start({ kind: "bus", carrier, url, isSealed }),
      ];
      const to = { owner: owner.node };
      const cpu = async (): Promise<readonly number[]> => [
        await poster.ask("cpu"),
        await owner.ask("cpu"),
        cpuOfProcess(broker.pid),
      ];
      // Twice: compiled code is what is measured.
      for (let warm = 0; warm < 2; warm++)
        await poster.ask("flood", { ...to, count: FLOOD, inFlight: IN_FLIGHT });
      const p50: number[] = [];
      const p99: number[] = [];
      const perSecond: number[] = [];
      const costs: number[][] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const took = await poster.ask("trips", { ...to, count: TRIPS });
        p50.push(quantileOf(took, 0.5));
        p99.push(quantileOf(took, 0.99));
        const before = await cpu();
        const ms = await poster.ask("flood", { ...to, count: FLOOD, inFlight: IN_FLIGHT });
        costs.push((await cpu()).map((us, i) => (us - (before[i] ?? 0)) / FLOOD));
        perSecond.push(FLOOD / (ms / 1_000));
      }
      const sum = costs.map((parts) => parts.reduce((total, us) => total + us, 0));
      const parts = ["poster", "owner", "broker"].map(
        (name, i) => `${name} ${figure(costs.map((of) => of[i] ?? 0)).median.toFixed(1)}`,
      );
      console.log(
        `\n${carrier}, ${isSealed ? "with" : "without"} a secret: deliveries of a call of 200 B from one node to another`,
      );
      console.log(`  one at a time        p50 ${show(figure(p50))} ms, p99 ${show(figure(p99))} ms`);
      console.log(`  ${IN_FLIGHT} in flight        ${show(figure(perSecond))} per second`);
      console.log(`  CPU per delivery     ${show(figure(sum))} us: ${parts.join(", ")}`);
      const column = `${carrier}, ${isSealed ? "with" : "without"} a secret`;
      const keep = (workload: string, unit: string, samples: readonly number[], target?: Target): void =>
        record({ workload, column, unit, ...figure(samples), target });
      keep("round trip, one at a time, p50", "ms", p50, { atMost: 0.3 });
      keep("round trip, one at a time, p99", "ms", p99);
      keep(`deliveries, ${IN_FLIGHT} in flight`, "per second", perSecond, { atLeast: AT_LEAST[carrier] });
      keep("CPU per delivery", "us", sum, { atMost: 80 });
      for (const [i, name] of ["poster", "owner", "broker"].entries()) {
        const part = costs.map((of) => of[i] ?? 0);
        const { low, high } = figure(part);
        // The clock of another process ticks a hundred times a second: too coarse for a broker that does little.
        if (low < high) keep(`of it the ${name}`, "us", part);
      }
    });
  }
}
