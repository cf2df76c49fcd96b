// How soon a POST is refused that finds no session, and how soon POSTs arrive again after the broker was killed.

import { figure, show } from "../harness.ts";
import { record } from "../record.ts";
import { quantileOf } from "../server/quantile.ts";
import { callOf } from "../server/wire.ts";
import { openSplit, type SplitSession } from "./split-session.ts";
import { withBroker } from "./with-broker.ts";
import type { Carrier } from "./words.ts";

const POSTS = 300;
const ROUNDS = 9;
const RESTARTS = 7;
const BODY = callOf(200);

/** Prints a few lines for each carrier. */
export async function outcomes(carriers: readonly Carrier[]): Promise<void> {
  for (const carrier of carriers) {
    await withBroker(carrier, async ({ broker, start }) => {
      const { url } = broker;
      const [a, b] = [
        await start({ kind: "loop", carrier, url }),
        await start({ kind: "loop", carrier, url }),
      ];
      const session = await openSplit(a.port, b.port);
      for (let warm = 0; warm < POSTS; warm++) await session.call(BODY);
      console.log(`\n${carrier}: a POST that comes to another node`);
      const ended = await openSplit(a.port, b.port);
      ended.close();
      print(carrier, "404: its session has ended", await refusals(session, ended.endpoint, 404), 3);
      const c = await start({ kind: "loop", carrier, url });
      const orphan = await openSplit(c.port, b.port);
      c.stop("kill");
      print(carrier, "503: its owner was killed", await refusals(session, orphan.endpoint, 503), 10);
      const recovered: number[] = [];
      for (let restart = 0; restart < RESTARTS; restart++) {
        await broker.kill();
        await broker.start();
        const from = performance.now();
        while ((await session.post(BODY)) !== 202) await new Promise((resolve) => setTimeout(resolve, 2));
        recovered.push(performance.now() - from);
      }
      const most = Math.max(...recovered).toFixed(0);
      record({
        workload: carrier,
        column: "first 202 after the broker is back",
        unit: "ms",
        ...figure(recovered),
        target: { atMost: 1_000 },
      });
      console.log(
        `  first 202 after the broker takes connections again: ${show(figure(recovered))} ms, at most ${most} ms`,
      );
      session.close();
      a.stop();
    });
  }
}

/** How long each POST of each round took. */
async function refusals(session: SplitSession, target: string, status: number): Promise<number[][]> {
  const rounds: number[][] = [];
  // The end of a stream, and the loss of a subscriber, have to be noticed first.
  while ((await session.post(BODY, target)) !== status)
    await new Promise((resolve) => setTimeout(resolve, 10));
  // Compiled code is what is measured.
  for (let warm = 0; warm < POSTS * ROUNDS; warm++) await session.post(BODY, target);
  for (let round = 0; round < ROUNDS; round++) {
    const took: number[] = [];
    for (let post = 0; post < POSTS; post++) {
      const from = performance.now();
      const got = await session.post(BODY, target);
      took.push(performance.now() - from);
      if (got !== status) throw new Error(`a POST was answered ${got}, not ${status}`);
    }
    rounds.push(took);
  }
  return rounds;
}

function print(carrier: Carrier, what: string, rounds: readonly number[][], atMost: number): void {
  const [p50, p99] = [0.5, 0.99].map((part) => figure(rounds.map((took) => quantileOf(took, part))));
  if (p50 === undefined || p99 === undefined) return;
  console.log(`  ${what}: p50 ${show(p50)} ms, p99 ${show(p99)} ms`);
  record({ workload: carrier, column: `${what}, p50`, unit: "ms", ...p50, target: { atMost } });
  record({ workload: carrier, column: `${what}, p99`, unit: "ms", ...p99, target: { atMost } });
}
