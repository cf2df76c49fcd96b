// The deliveries that wait for an answer: each settles once, by its deadline, and all of them are bounded.

import type { Delivery } from "../message-bus.ts";

/** Deliveries that wait at once, to all owners: what an instance has POSTs open for. */
const MAX_PENDING = 10_000;

/** Code units that wait at once for one owner: half of what Redis keeps for a subscriber before it cuts it off. */
const MAX_OWNER_UNITS = 16 * 1024 * 1024;

/** The longest that a timer takes, in ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** One delivery. */
export interface Pending {
  readonly owner: string;
  readonly id: string;
  /** The envelope, encoded. */
  readonly text: string;
  /** By the steady clock of this process. */
  readonly deadline: number;
  /** Whether it was handed to the broker: whether its fate can be unknown. */
  sent: boolean;
  /** Whether its owner found it late, and it was sent once more. */
  sentAgain: boolean;
  /** The text that carried it last. */
  batch: string | undefined;
  isSettled: boolean;
  settle(delivery: Delivery): void;
}

/** Deliveries by ID. */
export class PendingDeliveries {
  readonly #byId = new Map<string, Pending>();
  readonly #units = new Map<string, number>();

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): Pending | undefined {
    return this.#byId.get(id);
  }

  /** Whether one more is too much; a single one always has room. */
  isFull(owner: string, units: number): boolean {
    const waiting = this.#units.get(owner) ?? 0;
    return this.#byId.size >= MAX_PENDING || (waiting > 0 && waiting + units > MAX_OWNER_UNITS);
  }

  /**
   * Adds one.
   *
   * @param remainingMs - until its deadline.
   * @param signal - aborted when nobody waits for it.
   * @param settled - called once.
   */
  add(
    parts: Pick<Pending, "owner" | "id" | "text" | "deadline">,
    remainingMs: number,
    signal: AbortSignal | undefined,
    settled: (delivery: Delivery, pending: Pending) => void,
  ): Pending {
    const { owner, id, text } = parts;
    const late = (): void => pending.settle({ status: "timeout" });
    // The turn after: what a paused process finds in its socket is read first.
    let timer = setTimeout(
      () => {
        timer = setTimeout(late);
      },
      Math.min(remainingMs, MAX_TIMER_MS),
    );
    const pending: Pending = {
      ...parts,
      sent: false,
      sentAgain: false,
      batch: undefined,
      isSettled: false,
      settle: (delivery) => {
        if (pending.isSettled) return;
        pending.isSettled = true;
        this.#byId.delete(id);
        const left = (this.#units.get(owner) ?? 0) - text.length;
        if (left > 0) this.#units.set(owner, left);
        else this.#units.delete(owner);
        clearTimeout(timer);
        signal?.removeEventListener("abort", late);
        settled(delivery, pending);
      },
    };
    this.#byId.set(id, pending);
    this.#units.set(owner, (this.#units.get(owner) ?? 0) + text.length);
    signal?.addEventListener("abort", late, { once: true });
    return pending;
  }

  /** Those for an owner, or all, in the order in which they came. */
  of(owner?: string): readonly Pending[] {
    return [...this.#byId.values()].filter((pending) => owner === undefined || pending.owner === owner);
  }

  /** Settles those for an owner, or all: what was not sent so, what was sent as of unknown fate. */
  settleAll(unsent: Delivery, owner?: string): void {
    for (const pending of this.of(owner)) pending.settle(pending.sent ? { status: "timeout" } : unsent);
  }
}
