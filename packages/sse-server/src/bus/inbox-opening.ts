// Opening the own inbox: one attempt at a time, whoever asks for it.

/** How soon an inbox that could not be opened is tried again, in ms. */
const OPEN_AGAIN_MS = 250;

/** Opens an inbox. */
export class InboxOpening {
  readonly #attempt: () => Promise<void>;
  #underway: Promise<boolean> | undefined;
  #stopped = false;

  /** @param attempt - settles when the broker has confirmed it. */
  constructor(attempt: () => Promise<void>) {
    this.#attempt = attempt;
  }

  /** Opens it, or waits for the attempt that is under way. @returns whether it is open. */
  open(): Promise<boolean> {
    this.#underway ??= this.#attempt()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        this.#underway = undefined;
      });
    return this.#underway;
  }

  /** Tries until it is open, or no longer wanted. */
  async openAtLast(): Promise<void> {
    while (!this.#stopped && !(await this.open())) {
      await new Promise((resolve) => setTimeout(resolve, OPEN_AGAIN_MS));
    }
  }

  /** It is no longer wanted. */
  stop(): void {
    this.#stopped = true;
  }
}
