// How long everything may take in a sweep. One unit scales all of it: 1 000 is life-size.

import { type FaultEffect, type FaultScale, FULL_SCALE } from "../faults/classes.ts";

/** The limits that both ends are given, and those that the sweep judges by; in ms. */
export interface SweepTimes {
  /** The server writes a comment after so much silence. */
  readonly keepAliveMs: number;
  /** The client ends a stream after so much silence. */
  readonly idleTimeoutMs: number;
  /** The server ends a stream of which nothing drains for so long. */
  readonly stallTimeoutMs: number;
  /** The client waits so long for the `endpoint` event, and for the answer to a POST. */
  readonly endpointTimeoutMs: number;
  readonly postTimeoutMs: number;
  /** A notification waits so long for earlier POSTs, and then passes them. */
  readonly fenceTimeoutMs: number;
  /** When TCP gives up, and a silent connection is cut, where a fault does that. */
  readonly giveUpMs: number;
  readonly idleCutMs: number;
  /** What a judge allows beyond a limit: a busy machine is not a fault. */
  readonly slackMs: number;
}

/** What a sweep is scaled by. */
export interface SweepScale {
  readonly unitMs: number;
  readonly slackMs: number;
}

/** Where nothing may end, nobody waits for an end, and a short limit could only be met by a slow machine. */
const PATIENT_UNIT_MS = 15_000;

/** The times of a trial whose faults have this effect. */
export function sweepTimes({ unitMs, slackMs }: SweepScale, effect: FaultEffect): SweepTimes {
  const { giveUpMs, idleCutMs } = faultScale(unitMs, 0);
  const unit = effect === "delivers" ? Math.max(unitMs, PATIENT_UNIT_MS) : unitMs;
  return {
    keepAliveMs: unit,
    // What has to survive an idle limit between the two ends is not to be ended by the client's own.
    idleTimeoutMs: effect === "spares streams" ? 4 * idleCutMs : 3 * unit,
    stallTimeoutMs: 3 * unit,
    endpointTimeoutMs: effect === "breaks" ? 4 * unit : 4 * PATIENT_UNIT_MS,
    postTimeoutMs: 5 * unit,
    fenceTimeoutMs: unit,
    giveUpMs,
    idleCutMs,
    slackMs,
  };
}

/** The faults of a sweep: a black hole is given up by TCP after everything that watches for silence. */
export function faultScale(unitMs: number, seed: number): FaultScale {
  return {
    ...FULL_SCALE,
    giveUpMs: 6 * unitMs,
    idleCutMs: 10 * unitMs,
    delayMs: unitMs / 10,
    downMs: unitMs / 2,
    bytesPerSecond: (1_000 / unitMs) * 2 * 1_024,
    seed,
  };
}
