// What may end an attempt to connect before it succeeds: the caller's signal, and the endpoint deadline.

import { SseClientError } from "./errors.ts";
import { after } from "./timer.ts";

/** One call of `connectSse`: everything that it waits for is waited for through `race`. */
export class ConnectAttempt {
  readonly #signal: AbortSignal | undefined;
  readonly #givenUp: Promise<never>;
  #reject!: (reason: unknown) => void;
  #isOver = false;
  #stopDeadline: () => void = () => {};

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
    this.#givenUp = new Promise((_resolve, reject) => {
      this.#reject = reject;
    });
    // Nobody may be waiting when it rejects.
    this.#givenUp.catch(() => {});
    if (signal?.aborted) this.#onAbort();
    else signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** Settles as `result` does, unless the attempt is given up first. */
  race<T>(result: T | Promise<T>): Promise<T> {
    return Promise.race([this.#givenUp, result]);
  }

  /** Gives up in `ms` from now, unless stopped or started again. */
  startDeadline(ms: number): void {
    this.stopDeadline();
    if (this.#isOver) return;
    this.#stopDeadline = after(ms, () => {
      const what = `no endpoint event within endpointTimeoutMs, ${ms}`;
      this.#giveUp(new SseClientError("ERR_SSE_ENDPOINT_TIMEOUT", what));
    });
  }

  stopDeadline(): void {
    this.#stopDeadline();
  }

  /** Ends it, one way or the other: from now on neither signal nor deadline does anything. False if it was over. */
  finish(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.stopDeadline();
    this.#signal?.removeEventListener("abort", this.#onAbort);
    return true;
  }

  readonly #onAbort = (): void => this.#giveUp(this.#signal?.reason);

  #giveUp(reason: unknown): void {
    if (this.finish()) this.#reject(reason);
  }
}
