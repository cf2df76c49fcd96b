// Every way in which a network fails, between our server and our client: the short form.

import { classTrials, faultScale, linesOf, resetTrials, sweep, type Trial } from "@mcp-sse/testkit/node";
import { describe, expect, test } from "vitest";
import { ourClient, ourServer } from "./ours.ts";
import { seed } from "./seed.ts";

const UNIT_MS = 200;
const SLACK_MS = 10_000;
const RESET_STEP = 60;

const everywhere = classTrials(faultScale(UNIT_MS, seed)).filter(({ on }) => on === undefined);
const forms: readonly [string, readonly Trial[], unitMs: number][] = [
  ["each of the 18 classes", everywhere, UNIT_MS],
  // Whoever is reset waits for nothing: life-size limits cost no time.
  ["a reset at some bytes of the first 600", resetTrials(RESET_STEP), 1_000],
];

describe(`our ends under faults (VITE_TEST_SEED=${seed})`, () => {
  test.each(forms)(
    "lose nothing in silence under %s, and end once",
    { timeout: 120_000 },
    async (_name, trials, unitMs) => {
      const pair = { server: ourServer, client: ourClient };
      const report = await sweep({ pair, trials, seed, unitMs, slackMs: SLACK_MS });
      expect(linesOf(report)).toEqual([]);
      expect(report.reports).toHaveLength(trials.length);
      const sum = (of: "sent" | "delivered") => report.reports.reduce((total, one) => total + one[of], 0);
      expect(sum("delivered")).toBeGreaterThan(0);
      expect(sum("delivered")).toBeLessThan(sum("sent"));
    },
  );
});
