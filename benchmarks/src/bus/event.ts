// From the POST to its answer on the stream: when the POST comes to the node of the stream, and when it comes to another.

import { figure, show } from "../harness.ts";
import { record, roundsOf } from "../record.ts";
import { quantileOf } from "../server/quantile.ts";
import { callOf } from "../server/wire.ts";
import { openSplit, type SplitSession } from "./split-session.ts";
import { withBroker } from "./with-broker.ts";
import type { Carrier } from "./words.ts";

const ROUNDS = roundsOf(11);
const CALLS = 300;
const BODY = callOf(200);

/** Prints a line for each carrier. */
export async function event(carriers: readonly Carrier[]): Promise<void> {
  console.log("\nfrom the POST of a call of 200 B to its answer on the stream, one at a time, p50");
  for (const carrier of carriers) {
    await withBroker(carrier, async ({ broker: { url }, start }) => {
      const [a, b] = [
        await start({ kind: "loop", carrier, url }),
        await start({ kind: "loop", carrier, url }),
      ];
      const [near, far] = [await openSplit(a.port, a.port), await openSplit(a.port, b.port)];
      for (let warm = 0; warm < 4; warm++) for (const session of [near, far]) await p50Of(session);
      const local: number[] = [];
      const carried: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        local.push(await p50Of(near));
        carried.push(await p50Of(far));
      }
      const more = figure(carried.map((ms, round) => ms - (local[round] ?? ms)));
      console.log(
        `  ${carrier.padEnd(6)} ${show(figure(carried))} ms, local ${show(figure(local))} ms: ${show(more)} ms more`,
      );
      for (const [column, samples] of [
        ["local", local],
        ["carried", carried],
      ] as const) {
        record({ workload: carrier, column, unit: "ms", ...figure(samples) });
      }
      record({ workload: carrier, column: "more than local", unit: "ms", ...more, target: { atMost: 0.5 } });
      near.close();
      far.close();
    });
  }
}

async function p50Of(session: SplitSession): Promise<number> {
  const took: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    took.push(await session.call(BODY));
  }
  return quantileOf(took, 0.5);
}
