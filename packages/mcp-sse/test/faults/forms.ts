// The parts of a sweep: who meets which faults. The short form is a sample of each, the long form is all of it.

import {
  classTrials,
  type FaultScale,
  faultScale,
  pairTrials,
  resetPairTrials,
  resetTrials,
  type SweepPair,
  seeded,
  type Trial,
} from "@mcp-sse/testkit/node";
import type { KnownBreak } from "./expected.ts";
import { ourClient, ourServer } from "./ours.ts";
import { dropInClient, dropInServer, sdkClientV1, sdkClientV2, sdkServerV1 } from "./transports.ts";

/** One part. */
export interface SweepForm {
  readonly name: string;
  readonly pair: SweepPair;
  /** Whose breaks are looked up; all of ours would be faults. */
  readonly who?: KnownBreak["who"];
  readonly trials: readonly Trial[];
  readonly unitMs: number;
  readonly slackMs: number;
}

/** How much of everything. */
interface Size {
  readonly unitMs: number;
  readonly slackMs: number;
  /** Every how manieth byte is cut at, between our ends and where one is the SDK's. */
  readonly step: number;
  readonly sdkStep: number;
  /** Pairs of faults, and of resets. */
  readonly pairs: number;
  readonly sdkPairs: number;
}

const SHORT: Size = { unitMs: 150, slackMs: 10_000, step: 3, sdkStep: 60, pairs: 60, sdkPairs: 12 };

/** Life-size: a client that hears nothing for 3 s, a POST that waits for 5. */
const LONG: Size = { unitMs: 1_000, slackMs: 5_000, step: 1, sdkStep: 1, pairs: 600, sdkPairs: 120 };

/** What hangs there hangs for all of it; so these are not life-size, in either form. */
const SDK = { unitMs: SHORT.unitMs, slackMs: 3_000 };

/** All of them. */
export function sweepForms(seed: number, isLong: boolean): SweepForm[] {
  const { unitMs, slackMs, step, sdkStep, pairs, sdkPairs } = isLong ? LONG : SHORT;
  const scale = faultScale(unitMs, seed);
  const ours = { pair: { server: ourServer, client: ourClient }, unitMs, slackMs };
  return [
    { ...ours, name: "each class, on streams, on POSTs and on both", trials: classTrials(scale) },
    { ...ours, name: "a reset at each byte of the first 600", trials: resetTrials(step) },
    { ...ours, name: "two resets", trials: resetPairTrials(pairs, seeded(seed)) },
    { ...ours, name: "two faults", trials: pairTrials(scale, pairs, seeded(seed)) },
    {
      ...ours,
      name: "each class, as drop-ins",
      pair: { server: dropInServer, client: dropInClient },
      trials: everywhere(scale),
    },
    ...sdkForms(seed, sdkStep, sdkPairs),
  ];
}

function sdkForms(seed: number, step: number, pairs: number): SweepForm[] {
  const scale = faultScale(SDK.unitMs, seed);
  const ends: readonly (SweepPair & { who: KnownBreak["who"] })[] = [
    { server: ourServer, client: sdkClientV1, who: "SDK client" },
    { server: ourServer, client: sdkClientV2, who: "SDK client" },
    { server: sdkServerV1, client: ourClient, who: "SDK server" },
  ];
  return ends.flatMap(({ server, client, who }) => {
    const part = (name: string, trials: readonly Trial[]): SweepForm => ({
      ...SDK,
      name: `${name}, ${client.name} and ${server.name}`,
      pair: { server, client },
      who,
      trials,
    });
    return [
      part("each class", everywhere(scale)),
      part("a reset at each byte of the first 600", resetTrials(step)),
      part("two resets", resetPairTrials(pairs, seeded(seed))),
      part("two faults", pairTrials(scale, pairs, seeded(seed))),
    ];
  });
}

function everywhere(scale: FaultScale): readonly Trial[] {
  return classTrials(scale).filter(({ on }) => on === undefined);
}
