// The clock of an owner: what the deadlines of others are kept by.

/**
 * A clock that starts as the wall clock does, and never goes back.
 *
 * Deadlines need a clock that runs at least as fast as time does. The wall clock may be set back; the steady one
 * stands still while the machine sleeps. This one follows the steady clock, and the wall clock where that has
 * got ahead.
 */
export class BusClock {
  #ahead = -Infinity;

  /** Now, in ms. */
  now(): number {
    const steady = performance.now();
    this.#ahead = Math.max(this.#ahead, Date.now() - steady);
    return steady + this.#ahead;
  }
}
