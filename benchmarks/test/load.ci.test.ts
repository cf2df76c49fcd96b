// The short form of `node benchmarks/dist/load.js`: what must not break. How well it does is measured there.

import { describe, expect, test } from "vitest";
import { idleSessions } from "../src/server/idle-sessions.ts";
import { postFlood } from "../src/server/post-flood.ts";
import { sessionCycles } from "../src/server/session-cycles.ts";
import { slowLoris } from "../src/server/slow-loris.ts";
import { stalledReaders } from "../src/server/stalled-readers.ts";

const KIB = 1024;
const MIB = KIB * KIB;

describe("the server under load", () => {
  test("keeps 1 000 idle sessions alive, in little more memory than a bare handler", async () => {
    const bare = await idleSessions("bare", 1_000, 1);
    const ours = await idleSessions("read", 1_000, 4_000);
    expect(ours.keptAlive).toBe(1_000);
    expect(ours.heap - bare.heap).toBeLessThan(8 * KIB);
    // Of so few it moves by some KiB from run to run; at full size it is held to 14 KiB in all.
    expect(ours.rss - bare.rss).toBeLessThan(14 * KIB);
    // Of CPU, so whatever else runs: ten times as many sessions may hold up the loop no longer.
    expect(ours.longestTurn.cpu).toBeLessThan(50);
  });

  test.each(["read", "drop-in"] as const)("keeps nothing of 3 000 sessions that ended (%s)", async (peer) => {
    const { before, after, held } = await sessionCycles(peer, 3_000);
    expect(held).toBe(0);
    expect(after.heap - before.heap).toBeLessThan(MIB);
  });

  test("ends readers that stall, and spares their neighbours", async () => {
    const each = { good: 20, messages: 100, bytes: 64 * KIB, stallTimeoutMs: 2_000 };
    const quiet = await stalledReaders({ ...each, stalled: 0 });
    const beside = await stalledReaders({ ...each, stalled: 20 });
    expect(beside.ends).toEqual({ stalled: 20 });
    // A high-water mark and a message each, and what the neighbours have under way.
    expect(beside.rssGrowth).toBeLessThan(150 * MIB);
    // Of two runs on a busy machine: at full size it is held to 2.
    expect(beside.p99).toBeLessThan(5 * quiet.p99);
  });

  test("answers a flood of bad POSTs as it should, and its neighbours meanwhile", async () => {
    const { posts, wrong, before, after, p99, quietP99 } = await postFlood({
      good: 20,
      connections: 10,
      ms: 5_000,
    });
    expect(posts).toBeGreaterThan(100);
    expect(wrong).toEqual({});
    expect(after.heap - before.heap).toBeLessThan(8 * MIB);
    expect(p99).toBeLessThan(20 * quietP99 + 100);
  });

  test("cuts 200 connections that never end head or body at their deadline", async () => {
    const deadlineMs = 2_000;
    const loris = await slowLoris({ connections: 200, perSecond: 200, good: 20, deadlineMs });
    const { cut, answered, closed, statuses, p99, quietP99 } = loris;
    expect(cut).toEqual({ head: 100, body: 100 });
    // None before its deadline; Node looks after heads twenty times in it, and a refused body is swallowed for a second.
    expect(answered.first).toBeGreaterThanOrEqual(0.95 * deadlineMs);
    expect(answered.last).toBeLessThan(1.5 * deadlineMs);
    expect(closed.last).toBeLessThan(2.5 * deadlineMs);
    expect(Object.keys(statuses).every((status) => status === "408" || status === "none")).toBe(true);
    expect(statuses["408"]).toBeGreaterThanOrEqual(180);
    expect(p99).toBeLessThan(20 * quietP99 + 100);
  });
});
