// Requests on their way: several to one owner are one text, whose fate at the broker is that of each of them.

import { Batches } from "./batches.ts";
import { encodeBatch } from "./frame.ts";
import type { Pending } from "./pending.ts";

interface Waiting {
  readonly pending: Pending;
  readonly text: string;
}

/** Sends requests, and knows which of them a text carried. */
export class OutgoingRequests {
  readonly #batches: Batches<Waiting>;
  /** By text, those that it carried and that wait. What is settled is let go of: it may be large. */
  readonly #sent = new Map<string, Set<Pending>>();
  #made = 0;

  /** @param send - sends a text to an owner; what becomes of it is told by that ID. */
  constructor(maxTextBytes: () => number, send: (owner: string, id: string, text: string) => void) {
    this.#batches = new Batches(maxTextBytes, (owner, waiting) => {
      // Who gave up meanwhile is not delivered to.
      const wanted = waiting.filter(({ pending }) => !pending.isSettled);
      if (wanted.length === 0) return;
      const id = `batch.${++this.#made}`;
      const pendings = new Set(wanted.map(({ pending }) => pending));
      for (const pending of pendings) pending.batch = id;
      this.#sent.set(id, pendings);
      send(owner, id, encodeBatch(wanted.map(({ text }) => text)));
    });
  }

  /** How many requests are remembered. */
  get size(): number {
    return [...this.#sent.values()].reduce((size, pendings) => size + pendings.size, 0);
  }

  /** Sends a request at the end of the turn; one that is sent again is forgotten of its first text. */
  add(pending: Pending, text: string): void {
    this.leave(pending);
    this.#batches.add(pending.owner, { pending, text }, text.length);
  }

  /** Those that a text carried and that wait. */
  of(id: string): readonly Pending[] {
    return [...(this.#sent.get(id) ?? [])];
  }

  /** One is settled. */
  leave(pending: Pending): void {
    const { batch } = pending;
    if (batch === undefined) return;
    pending.batch = undefined;
    const sent = this.#sent.get(batch);
    sent?.delete(pending);
    if (sent?.size === 0) this.#sent.delete(batch);
  }
}
