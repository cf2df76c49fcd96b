// Sessions without a handler share their timers as well: one wheel per fineness, while one of them lives.

import { createSessionWheel, finenessOf } from "../keep-alive.ts";
import type { ResolvedSessionLimits } from "../limits.ts";
import type { TimerWheel } from "../timer-wheel.ts";

const wheels = new Map<number, TimerWheel>();

/** The wheel that a new session of these limits is watched by. */
export function shareWheel(limits: ResolvedSessionLimits): TimerWheel {
  const fineness = finenessOf(limits);
  const known = wheels.get(fineness);
  if (known !== undefined) return known;
  const made = createSessionWheel(limits);
  wheels.set(fineness, made);
  return made;
}

/** Forgets a wheel that watches nobody: applications may give every session limits of its own. */
export function releaseWheel(wheel: TimerWheel): void {
  if (wheel.size === 0 && wheels.get(wheel.slotMs) === wheel) wheels.delete(wheel.slotMs);
}

/** How many wheels are kept. */
export function sharedWheels(): number {
  return wheels.size;
}
