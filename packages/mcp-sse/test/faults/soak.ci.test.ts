// Three hundred sessions at a time, arriving and leaving at random, under every fault at a low rate. `pnpm soak` is the
// long form: VITE_SOAK_SECONDS says how long, and VITE_SOAK_OUTCOME names a file for what came of it.

import { writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { slopeOf, soak, sweepTimes } from "@mcp-sse/testkit/node";
import { expect, test } from "vitest";
import { ourClient, ourServer } from "./ours.ts";
import { seed } from "./seed.ts";

const { env } = import.meta as {
  readonly env?: { readonly VITE_SOAK_SECONDS?: string; readonly VITE_SOAK_OUTCOME?: string };
};
const SECONDS = Number(env?.VITE_SOAK_SECONDS ?? 15);

/** A clock twice as fast as life. */
const UNIT_MS = 500;

/** What the heap may grow by while the load lasts: how many sessions are open moves it by some MiB. */
const MAX_GROWTH_BYTES = 8 * 1024 * 1024;

/** What it may have more when all is over than at the first look, when 300 sessions were open. */
const MAX_KEPT_BYTES = 1024 * 1024;

const mib = (bytes: number): number => Math.round((bytes / 1024 / 1024) * 10) / 10;

function collectedHeap(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}

test(`300 sessions under every fault for ${SECONDS} s leave nothing behind (VITE_TEST_SEED=${seed})`, {
  timeout: SECONDS * 1_000 + 120_000,
}, async () => {
  const report = await soak({
    pair: { server: ourServer, client: ourClient },
    times: sweepTimes({ unitMs: UNIT_MS, slackMs: 20_000 }, "breaks"),
    seconds: SECONDS,
    sessions: 300,
    lifeMs: 10_000,
    everyMs: 1_000,
    faultRate: 0.05,
    seed,
  });
  const { broken, left, heap, sessions, sent, delivered, ends } = report;
  const growth = slopeOf(heap) * heap.length;
  const kept = collectedHeap() - (heap[0] ?? 0);
  const outcome = {
    ...{ seed, sessions, sent, delivered, ends, broken: broken.length, left },
    ...{ heapMiB: heap.map(mib), growthMiB: mib(growth), keptMiB: mib(kept) },
  };
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
  if (env?.VITE_SOAK_OUTCOME !== undefined) writeFileSync(env.VITE_SOAK_OUTCOME, JSON.stringify(outcome));
  expect(broken).toEqual([]);
  expect(left).toEqual({ sessions: 0, streams: 0, sockets: 0, parties: 0, handles: 0 });
  expect(delivered).toBeGreaterThan(sent / 2);
  expect(growth).toBeLessThan(MAX_GROWTH_BYTES);
  expect(kept).toBeLessThan(MAX_KEPT_BYTES);
});
