// Requests on their way: several to one owner are one text, whose fate at the broker is that of each of them.

import { Batches } from "./batches.ts";
import { encodeBatch } from "./frame.ts";
import type { Pending } from "./pending.ts";

interface Waiting {
  readonly pending: Pending;
  readonly text: string;
}

interface Sent {
  readonly pendings: readonly Pending[];
  /** How many of them are not settled. */
  left: number;
}

/** Sends requests, and knows which of them a text carried. */
export class OutgoingRequests {
  readonly #batches: Batches<Waiting>;
  readonly #sent = new Map<string, Sent>();
  #made = 0;

  /** @param send - sends a text to an owner; what becomes of it is told by that ID. */
  constructor(maxTextBytes: () => number, send: (owner: string, id: string, text: string) => void) {
    this.#batches = new Batches(maxTextBytes, (owner, waiting) => {
      // Who gave up meanwhile is not delivered to.
      const wanted = waiting.filter(({ pending }) => !pending.isSettled);
      if (wanted.length === 0) return;
      const id = `batch.${++this.#made}`;
      const pendings = wanted.map(({ pending }) => pending);
      for (const pending of pendings) pending.batch = id;
      this.#sent.set(id, { pendings, left: pendings.length });
      send(owner, id, encodeBatch(wanted.map(({ text }) => text)));
    });
  }

  /** How many texts are remembered. */
  get size(): number {
    return this.#sent.size;
  }

  /** Sends a request at the end of the turn; one that is sent again is forgotten of its first text. */
  add(pending: Pending, text: string): void {
    this.leave(pending);
    this.#batches.add(pending.owner, { pending, text }, text.length);
  }

  /** Those that a text carried. */
  of(id: string): readonly Pending[] {
    return this.#sent.get(id)?.pendings.filter(({ batch }) => batch === id) ?? [];
  }

  /** One is settled. */
  leave(pending: Pending): void {
    const { batch } = pending;
    if (batch === undefined) return;
    pending.batch = undefined;
    const sent = this.#sent.get(batch);
    if (sent !== undefined && --sent.left === 0) this.#sent.delete(batch);
  }
}
