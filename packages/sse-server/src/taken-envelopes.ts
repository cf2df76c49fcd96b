// The envelopes that this node has seen: a bus that is not sure may carry one twice, also one that was refused for
// want of room, whose poster has been told so.

import type { Delivery } from "./message-bus.ts";

/** What fits into 2 s at 50 000 per second. None is forgotten before its deadline: past it none is taken. */
const MAX_KEPT = 100_000;

interface Taken {
  readonly deadline: number;
  readonly delivery: Delivery;
}

/** Remembers what became of envelopes until their deadlines, after which they are refused anyway. */
export class TakenEnvelopes {
  readonly #taken = new Map<string, Taken>();

  get(id: string): Delivery | undefined {
    return this.#taken.get(id)?.delivery;
  }

  /** Whether one more would push out one that could come again. */
  isFull(now: number): boolean {
    this.#forget(now);
    return this.#taken.size >= MAX_KEPT;
  }

  add(id: string, deadline: number, delivery: Delivery): void {
    this.#taken.set(id, { deadline, delivery });
  }

  #forget(now: number): void {
    for (const [id, { deadline }] of this.#taken) {
      if (deadline >= now) return;
      this.#taken.delete(id);
    }
  }
}
