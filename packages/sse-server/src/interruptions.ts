// Who waits for something of a session, or of a handler, that may end first.

/** Tells those that wait that it is over: once, and whoever comes later as soon as `add` has returned. */
export class Interruptions {
  #waiting: Set<() => void> | undefined;
  #over = false;

  /**
   * Calls back when it is over.
   *
   * @returns what forgets the callback.
   */
  add(callback: () => void): () => void {
    if (this.#over) {
      queueMicrotask(callback);
      return () => undefined;
    }
    this.#waiting ??= new Set();
    this.#waiting.add(callback);
    return () => this.#waiting?.delete(callback);
  }

  /** It is over. */
  run(): void {
    this.#over = true;
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const callback of waiting) callback();
  }
}
