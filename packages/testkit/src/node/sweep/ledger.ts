// What one sender sent and what became of it, beside what its receiver got.

import type { Tag } from "./payload.ts";

/** A property of the sweep that did not hold. */
export type Broken =
  /** Sent, not delivered, and nobody was told in time. */
  | "loss"
  /** Delivered twice. */
  | "duplicate"
  /** Delivered before what had to come first. */
  | "order"
  /** Delivered to somebody else. */
  | "foreign"
  /** Not what was sent. */
  | "damage"
  /** A promise that did not settle in time. */
  | "hang"
  /** An end that nobody was told of. */
  | "no end"
  /** An end that was told more than once. */
  | "two ends"
  /** An end, or an error, of what ought to have lived. */
  | "early end"
  /** Sessions in the map are not the streams that are open. */
  | "count"
  /** Something is still there when all is over. */
  | "leftover"
  /** An error text that holds an ID, a token or a body. */
  | "secret";

interface Sent {
  readonly isRequest: boolean;
  state: "pending" | "taken" | "failed";
  readonly at: number;
  tookMs: number;
}

/** One direction of one session. */
export class Ledger {
  readonly #sent: Sent[] = [];
  readonly #received: number[] = [];

  /** Notes what is being sent; `settled` is the sender's promise. */
  send(isRequest: boolean, settled: Promise<void>): void {
    const entry: Sent = { isRequest, state: "pending", at: performance.now(), tookMs: Infinity };
    this.#sent.push(entry);
    const settle = (state: "taken" | "failed") => (): void => {
      entry.state = state;
      entry.tookMs = performance.now() - entry.at;
    };
    settled.then(settle("taken"), settle("failed"));
  }

  /** Notes what arrived. */
  receive({ sequence }: Tag): void {
    this.#received.push(sequence);
  }

  /** How many were sent, and how many different ones arrived. */
  get counts(): { readonly sent: number; readonly received: number } {
    return { sent: this.#sent.length, received: new Set(this.#received).size };
  }

  /** Whether every sender's promise has settled. */
  get settled(): boolean {
    return this.#sent.every(({ state }) => state !== "pending");
  }

  /** Whether everything was taken and arrived. */
  get complete(): boolean {
    return this.#sent.every(({ state }, at) => state === "taken" && this.#received.includes(at));
  }

  /** Whether everything that was taken arrived: what failed may have, or not. */
  get honest(): boolean {
    return this.#sent.every(({ state }, at) => state !== "taken" || this.#received.includes(at));
  }

  /**
   * What arrived twice, or too early: a notification has everything earlier before it and everything later after it.
   *
   * @param patienceMs - how long a sender waits for what was sent before: when anything took longer, there is no order.
   */
  broken(patienceMs: number): Broken[] {
    const broken: Broken[] = [];
    if (new Set(this.#received).size < this.#received.length) broken.push("duplicate");
    if (this.#sent.some(({ tookMs }) => tookMs >= patienceMs)) return broken;
    let highest = -1;
    let fence = -1;
    for (const sequence of this.#received) {
      const isRequest = this.#sent[sequence]?.isRequest ?? false;
      if (sequence < fence || (!isRequest && sequence < highest)) broken.push("order");
      highest = Math.max(highest, sequence);
      if (!isRequest) fence = Math.max(fence, sequence);
    }
    return [...new Set(broken)];
  }

  /** Whether what arrived is the beginning of what was sent, without a gap. */
  get isPrefix(): boolean {
    const arrived = new Set(this.#received);
    return [...arrived].every((sequence) => sequence < arrived.size);
  }
}
