// The sweep of CI: every class on every kind of connection, a reset at every third of the first 600 bytes, pairs of faults;
// ours on both ends, our drop-ins, and the official SDK on either end. `pnpm sweep` is the long form.

import {
  classTrials,
  faultScale,
  linesOf,
  pairTrials,
  resetPairTrials,
  resetTrials,
  type SweepPair,
  seeded,
  sweep,
  type Trial,
} from "@mcp-sse/testkit/node";
import { describe, expect, test } from "vitest";
import { compare } from "./expected.ts";
import { ourClient, ourServer } from "./ours.ts";
import { effort, seed } from "./seed.ts";
import { dropInClient, dropInServer, sdkClientV1, sdkClientV2, sdkServerV1 } from "./transports.ts";

/** The long form is life-size: a client that hears nothing for 3 s, a POST that waits for 5. */
const UNIT_MS = effort > 1 ? 1_000 : 150;
const SLACK_MS = effort > 1 ? 5_000 : 10_000;
const RESET_STEP = effort > 1 ? 1 : 3;
const PAIRS = 60 * effort;
const TIMEOUT_MS = 120_000 * effort;

/** What hangs there hangs for all of it. */
const SDK_SLACK_MS = 3_000;

const run = (pair: SweepPair, trials: readonly Trial[], slackMs = SLACK_MS) =>
  sweep({ pair, trials, seed, unitMs: UNIT_MS, slackMs });
const ours: SweepPair = { server: ourServer, client: ourClient };
const scale = faultScale(UNIT_MS, seed);
const classes = classTrials(scale);
const everywhere = classes.filter(({ on }) => on === undefined);

describe(`our ends under faults (VITE_TEST_SEED=${seed} VITE_TEST_EFFORT=${effort})`, () => {
  test.each<[string, SweepPair, readonly Trial[]]>([
    ["each class, on streams, on POSTs and on both", ours, classes],
    ["a reset at each byte of the first 600", ours, resetTrials(RESET_STEP)],
    ["two resets", ours, resetPairTrials(PAIRS, seeded(seed))],
    ["two faults", ours, pairTrials(scale, PAIRS, seeded(seed))],
    ["each class, as drop-ins", { server: dropInServer, client: dropInClient }, everywhere],
  ])(
    "lose nothing in silence under %s, and end once",
    { timeout: TIMEOUT_MS },
    async (_name, pair, trials) => {
      expect(linesOf(await run(pair, trials))).toEqual([]);
    },
  );
});

describe(`the official SDK at the other end (VITE_TEST_SEED=${seed})`, () => {
  test.each<SweepPair & { who: "SDK client" | "SDK server" }>([
    { server: ourServer, client: sdkClientV1, who: "SDK client" },
    { server: ourServer, client: sdkClientV2, who: "SDK client" },
    { server: sdkServerV1, client: ourClient, who: "SDK server" },
  ])(
    "breaks what the table says of it, and nothing else: $client.name, $server.name",
    {
      timeout: TIMEOUT_MS,
    },
    async ({ server, client, who }) => {
      const { reports, complaints } = await run({ server, client }, everywhere, SDK_SLACK_MS);
      expect(complaints).toEqual([]);
      const { unknown, unseen } = compare(reports, who);
      expect(unknown).toEqual([]);
      if (effort > 1) expect(unseen).toEqual([]);
    },
  );
});
