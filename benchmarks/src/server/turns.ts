// What one turn of the event loop costs at most.

/** Looked at this often, in ms: shorter turns do not matter. */
const TICK_MS = 5;

/** Watches from the first question on. */
export class Turns {
  #longest = 0;
  #last = process.cpuUsage();
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Most CPU time between two ticks since the last question, in ms. */
  longestMs(): number {
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref();
    const longest = this.#longest / 1000;
    this.#longest = 0;
    this.#last = process.cpuUsage();
    return longest;
  }

  #tick(): void {
    const { user, system } = process.cpuUsage(this.#last);
    this.#longest = Math.max(this.#longest, user + system);
    this.#last = process.cpuUsage();
  }
}
