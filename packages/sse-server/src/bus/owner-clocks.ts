// What is known of the clocks of others, so that a deadline can be stamped in the clock of who has to keep it.
//
//     ours     ──── sent ───────────────────── received ──▶
//     theirs              ── answered ──▶                      theirs − ours ≥ answered − received
//
// An answer that was read late, or lay in a buffer, makes the bound lower, never wrong: a deadline that is stamped
// with it is never after the one that was meant. Ours is the steady clock: one that is set forward would make the
// bound wrong.

/** How much two clocks may drift apart, in ms per ms: more than a clock that is being corrected does. */
const DRIFT = 1e-3;

/** A bound that has lost as much by drift is forgotten, in ms: the owner is asked anew. */
const MAX_LOSS_MS = 100;

/** Owners whose clocks are known; past it the one is forgotten that was heard of least recently. */
const MAX_OWNERS = 4_096;

interface Bound {
  readonly ahead: number;
  readonly at: number;
}

/** Lower bounds of how far the clocks of others are ahead of ours. */
export class OwnerClocks {
  readonly #bounds = new Map<string, Bound>();

  /** Learns from an answer: what the owner's clock said before `now`. */
  learn(owner: string, theirs: number, now: number): void {
    const known = this.#bounds.get(owner);
    const ahead = theirs - now;
    const isBetter = known !== undefined && !isOutdated(known, now) && aheadAt(known, now) > ahead;
    const bound = isBetter ? known : { ahead, at: now };
    this.#bounds.delete(owner);
    this.#bounds.set(owner, bound);
    if (this.#bounds.size <= MAX_OWNERS) return;
    for (const oldest of this.#bounds.keys()) {
      this.#bounds.delete(oldest);
      return;
    }
  }

  /**
   * A time of ours in the clock of an owner: never later than it is there.
   *
   * @returns `undefined` if too little is known of that clock.
   */
  toTheirs(owner: string, ours: number, now: number): number | undefined {
    const bound = this.#bounds.get(owner);
    if (bound === undefined || isOutdated(bound, now)) return undefined;
    return ours + aheadAt(bound, ours);
  }

  /** Forgets an owner. */
  forget(owner: string): void {
    this.#bounds.delete(owner);
  }
}

function isOutdated({ at }: Bound, now: number): boolean {
  return (now - at) * DRIFT > MAX_LOSS_MS;
}

function aheadAt({ ahead, at }: Bound, time: number): number {
  return ahead - (time - at) * DRIFT;
}
