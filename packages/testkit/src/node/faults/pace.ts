// Time: everything arrives, later.

import type { Fault, FaultyLink, Pass, Scope, Treatment } from "./fault.ts";
import { seeded } from "./random.ts";

/** What a delay holds at most, in bytes: past it the source waits. */
const MAX_HELD_BYTES = 256 * 1024;

/** How much of a second's bytes leave at a time. */
const SLICES_PER_SECOND = 16;

/** Delays both directions by `ms`. */
export function delay(ms: number): Fault {
  return delayed(`delay of ${ms} ms`, () => () => ms);
}

/** Delays each piece by a time of its own up to `maxMs`; the order stays. The same seed gives the same times. */
export function jitter(maxMs: number, seed: number): Fault {
  return delayed(`jitter up to ${maxMs} ms, seed ${seed}`, (offset) => {
    const random = seeded(seed + offset);
    return () => random() * maxMs;
  });
}

/** Lets so many bytes a second pass, each way. */
export function slow(bytesPerSecond: number): Fault {
  const make = ({ scope }: FaultyLink): Treatment => trickle(bytesPerSecond, scope);
  return { name: `${bytesPerSecond} bytes a second`, up: make, down: make };
}

function delayed(name: string, times: (offset: number) => () => number): Fault {
  return {
    name,
    up: ({ scope }) => delayLine(times(0), scope),
    down: ({ scope }) => delayLine(times(1), scope),
  };
}

/** A line of pieces, each with the time at which it leaves: the next one is read while they wait. */
function delayLine(nextMs: () => number, scope: Scope): Treatment {
  const line: { readonly piece: Buffer; readonly at: number }[] = [];
  let held = 0;
  let emptying: Promise<void> | undefined;

  async function empty(pass: Pass): Promise<void> {
    for (let next = line[0]; next !== undefined; next = line[0]) {
      await scope.sleep(next.at - performance.now());
      line.shift();
      await pass(next.piece);
      held -= next.piece.length;
    }
    emptying = undefined;
  }

  return {
    async bytes(piece, pass) {
      line.push({ piece, at: performance.now() + nextMs() });
      held += piece.length;
      emptying ??= empty(pass);
      if (held > MAX_HELD_BYTES) await emptying;
    },
    end: async () => emptying,
  };
}

function trickle(bytesPerSecond: number, scope: Scope): Treatment {
  const slice = Math.max(1, Math.round(bytesPerSecond / SLICES_PER_SECOND));
  return {
    async bytes(piece, pass) {
      for (let at = 0; at < piece.length; at += slice) {
        const part = piece.subarray(at, at + slice);
        await scope.sleep((part.length / bytesPerSecond) * 1_000);
        await pass(part);
      }
    },
  };
}
