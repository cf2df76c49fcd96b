// One direction of a link: socket ─▶ treatment ─▶ treatment ─▶ socket, piece by piece, in order.

import type { Pass, Treatment } from "./fault.ts";

/** Where a flow ends. */
export interface Outlet {
  /** Settles when the bytes were handed to the kernel, or cannot be any more. */
  write(piece: Buffer): Promise<void>;
  end(): void;
}

/** Carries the bytes of one direction. */
export class Flow {
  readonly #outlet: Outlet;
  #treatments: readonly Treatment[] = [];
  #work: Promise<void> = Promise.resolve();
  #closed = false;
  #passed = 0;

  constructor(outlet: Outlet) {
    this.#outlet = outlet;
  }

  /** Bytes that were handed on. */
  get passed(): number {
    return this.#passed;
  }

  /** Takes bytes of the source; settles when it may be read on. */
  push(piece: Buffer): Promise<void> {
    return this.#after(() => this.#pass(this.#treatments, 0, piece));
  }

  /** The source has ended. */
  finish(): Promise<void> {
    return this.#after(async () => {
      await this.#flush();
      this.close();
    });
  }

  /** Takes other treatments, once those that were there have handed on what they hold. */
  treat(treatments: readonly Treatment[]): Promise<void> {
    return this.#after(async () => {
      await this.#flush();
      this.#treatments = treatments;
    });
  }

  /** Ends the direction here and now; whatever comes is dropped. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#outlet.end();
  }

  /** Drops whatever comes, and ends nothing. */
  drop(): void {
    this.#closed = true;
  }

  #after(step: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(step);
    return this.#work;
  }

  async #flush(): Promise<void> {
    const treatments = this.#treatments;
    for (const [at, treatment] of treatments.entries())
      await treatment.end?.(this.#passTo(treatments, at + 1));
  }

  #passTo(treatments: readonly Treatment[], at: number): Pass {
    return (piece) => this.#pass(treatments, at, piece);
  }

  async #pass(treatments: readonly Treatment[], at: number, piece: Buffer): Promise<void> {
    if (this.#closed || piece.length === 0) return;
    const treatment = treatments[at];
    if (treatment !== undefined) {
      await treatment.bytes(piece, this.#passTo(treatments, at + 1));
      return;
    }
    this.#passed += piece.length;
    await this.#outlet.write(piece);
  }
}
