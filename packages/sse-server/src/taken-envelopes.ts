// The envelopes that this node has taken: a bus that is not sure may carry one twice.

/** Past it the oldest are forgotten: what is carried twice comes soon. */
const MAX_KEPT = 10_000;

/** Remembers envelopes until their deadlines, after which they are refused anyway. */
export class TakenEnvelopes {
  readonly #deadlines = new Map<string, number>();

  has(id: string): boolean {
    return this.#deadlines.has(id);
  }

  add(id: string, deadline: number): void {
    this.#deadlines.set(id, deadline);
    const now = Date.now();
    for (const [oldest, until] of this.#deadlines) {
      if (until >= now && this.#deadlines.size <= MAX_KEPT) return;
      this.#deadlines.delete(oldest);
    }
  }
}
