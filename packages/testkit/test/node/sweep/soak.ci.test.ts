import { describe, expect, test } from "vitest";
import { slopeOf, soak } from "../../../src/node/sweep/soak.ts";
import { sweepTimes } from "../../../src/node/sweep/times.ts";
import { createPeers, type Flaw } from "./peers.ts";

const soakPeers = (flaw?: Flaw, slackMs = 10_000, seconds = 1) =>
  soak({
    pair: createPeers(flaw),
    times: { ...sweepTimes({ unitMs: 200, slackMs }, "breaks"), endpointTimeoutMs: 2_000 },
    seconds,
    sessions: 6,
    lifeMs: 300,
    everyMs: 30,
    faultRate: 0.2,
    seed: 1,
  });

describe("soak", () => {
  test("leaves nothing of honest ends, whatever they meet", { timeout: 60_000 }, async () => {
    const report = await soakPeers(undefined, 10_000, 3);
    expect(report.broken).toEqual([]);
    expect(report.left).toEqual({ sessions: 0, streams: 0, sockets: 0, parties: 0, handles: 0 });
    expect(report.delivered).toBeGreaterThan(0);
    expect(report.heap.length).toBeGreaterThan(0);
  });

  test.each<[Flaw, RegExp]>([
    ["tells two ends", /^two ends/],
    ["delivers twice", /^duplicate/],
    ["takes and drops", /^loss/],
  ])("finds out an end that %s", { timeout: 60_000 }, async (flaw, kind) => {
    // What the judge counts at the client or in its ledger is there at once.
    const { broken } = await soakPeers(flaw, 500);
    expect(broken).toContainEqual(expect.stringMatching(kind));
  });

  test("counts the sessions that a server keeps", { timeout: 60_000 }, async () => {
    const { left } = await soakPeers("keeps its sessions", 500);
    expect(left.sessions).toBeGreaterThan(0);
  });
});

describe("slopeOf", () => {
  test("is the growth per sample, whatever the noise on it", () => {
    expect(slopeOf([1, 2, 3, 4])).toBeCloseTo(1);
    expect(slopeOf([5, 5, 5])).toBe(0);
    expect(slopeOf([0, 9, 0, 9, 0])).toBeCloseTo(0);
    expect(slopeOf([])).toBe(0);
  });
});
