// How long calls take, seen from their callers.

import { setTimeout as sleep } from "node:timers/promises";
import type { LoadSession } from "./load-client.ts";
import { quantileOf } from "./quantile.ts";
import { callOf } from "./wire.ts";

/** The 99th percentile of calls, in ms, of so many windows of time. */
export async function windowsOf(
  sessions: readonly LoadSession[],
  ms: number,
  windows: number,
): Promise<number[]> {
  const p99: number[] = [];
  for (let window = 0; window < windows; window++) p99.push(await callLatencies(sessions, ms / windows));
  return p99;
}

/** Each session calls again a tenth of a second after it was answered; gives the 99th percentile, in ms. */
export async function callLatencies(sessions: readonly LoadSession[], ms: number): Promise<number> {
  const body = callOf(200);
  const latencies: number[] = [];
  const until = performance.now() + ms;
  await Promise.all(
    sessions.map(async (session) => {
      await sleep(Math.random() * 100);
      while (performance.now() < until) {
        const start = performance.now();
        await session.call(body);
        latencies.push(performance.now() - start);
        await sleep(100);
      }
    }),
  );
  return quantileOf(latencies, 0.99);
}
