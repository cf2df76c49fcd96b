// Which trials there are: the table of faults, every byte of a reset, and faults in pairs.

import { type FaultClass, type FaultScale, faultClasses } from "../faults/classes.ts";
import { resetAt } from "../faults/cut.ts";
import type { Direction, Fault } from "../faults/fault.ts";
import type { Trial } from "./trial.ts";

/** The connections of a session: its event stream, and those of its POSTs. */
const METHODS = ["GET", "POST"] as const;

/** How many bytes of a connection are cut at, each way. */
export const RESET_BYTES = 600;

/** Every class with every variant of its faults: from the start and while it lives, on the stream, on POSTs, on both. */
export function classTrials(scale: FaultScale): Trial[] {
  return Object.entries(faultClasses).flatMap(([name, faultClass]) => trialsOf(name, faultClass, scale));
}

function trialsOf(name: string, { effect, faults, strike }: FaultClass, scale: FaultScale): Trial[] {
  const trials: Trial[] = [];
  for (const when of ["from the start", "while it lives"] as const) {
    if (strike !== undefined) {
      trials.push({ name: `${name}, ${when}`, effect, when, strike: (proxy) => strike(proxy, scale) });
    }
    for (const fault of faults?.(scale) ?? []) {
      for (const on of [undefined, ...METHODS]) {
        const where = on === undefined ? "everywhere" : `on ${on}`;
        const isSlow = effect === "delivers";
        trials.push({ name: `${fault.name}, ${where}, ${when}`, effect, when, on, faults: [fault], isSlow });
      }
    }
  }
  return trials;
}

/** A reset at each `step`th byte of the first {@link RESET_BYTES}, both ways, of every connection. */
export function resetTrials(step = 1): Trial[] {
  const trials: Trial[] = [];
  for (const direction of ["up", "down"] as const) {
    for (let byte = 0; byte < RESET_BYTES; byte += step) trials.push(resetTrial(resetAt(direction, byte)));
  }
  return trials;
}

/** A reset at a byte of each direction, whichever comes first, at so many places by chance. */
export function resetPairTrials(count: number, random: () => number): Trial[] {
  const anywhere = (direction: Direction): Fault => resetAt(direction, Math.floor(random() * RESET_BYTES));
  return Array.from({ length: count }, () => resetTrial(anywhere("up"), anywhere("down")));
}

function resetTrial(...faults: readonly Fault[]): Trial {
  return { name: nameOf(faults), effect: "breaks", when: "from the start", faults };
}

/** Two faults of different classes on every connection, so many pairs by chance. */
export function pairTrials(scale: FaultScale, count: number, random: () => number): Trial[] {
  const faults = Object.values(faultClasses).flatMap(({ effect, faults }) =>
    (faults?.(scale) ?? []).map((fault) => ({ effect, fault })),
  );
  const anyOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: count }, () => {
    const [first, second] = [anyOf(faults), anyOf(faults)];
    const pair = [first.fault, second.fault];
    const effects = [first.effect, second.effect];
    const effect = (["breaks", "spares streams"] as const).find((one) => effects.includes(one)) ?? "delivers";
    const when = anyOf(["from the start", "while it lives"] as const);
    const isSlow = effects.includes("delivers");
    return { name: `${nameOf(pair)}, ${when}`, effect, when, faults: pair, isSlow };
  });
}

function nameOf(faults: readonly Fault[]): string {
  return faults.map(({ name }) => name).join(" + ");
}
