// What may end something before it succeeds: a signal, and a deadline.

import { listenForAbort } from "@mcp-sse/jsonrpc";
import { after } from "./timer.ts";

/** A connect or a POST: what it waits for is waited for through `race`, one thing at a time. */
export class Attempt {
  readonly #onGiveUp: (() => void) | undefined;
  readonly #stopListening: () => void;
  #isOver = false;
  #givenUp: { readonly reason: unknown } | undefined;
  #reject: (reason: unknown) => void = () => {};
  #stopDeadline: () => void = () => {};

  /**
   * Begins it.
   *
   * @param signal - gives it up, with its reason.
   * @param onGiveUp - called when it is given up, by whomever.
   */
  constructor(signal?: AbortSignal, onGiveUp?: () => void) {
    this.#onGiveUp = onGiveUp;
    this.#stopListening = listenForAbort(signal, (reason) => this.giveUp(reason));
    if (signal?.aborted) this.giveUp(signal.reason);
  }

  /**
   * Settles as `result` does, unless the attempt is given up first.
   *
   * @param toError - what a rejection becomes; the reason for which it is given up stays what it is.
   */
  race<T>(result: Promise<T>, toError?: (cause: unknown) => unknown): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      if (this.#givenUp !== undefined) reject(this.#givenUp.reason);
      result.then(resolve, toError === undefined ? reject : (cause) => reject(toError(cause)));
    });
  }

  /** Gives up in `ms` from now, unless stopped or started again. */
  startDeadline(ms: number, error: () => Error): void {
    this.#stopDeadline();
    if (!this.#isOver) this.#stopDeadline = after(ms, () => this.giveUp(error()));
  }

  stopDeadline(): void {
    this.#stopDeadline();
  }

  /** Ends it: what it waits for rejects with `reason`. */
  giveUp(reason: unknown): void {
    if (!this.finish()) return;
    this.#givenUp = { reason };
    this.#reject(reason);
    this.#onGiveUp?.();
  }

  /** Ends it, one way or the other: from now on neither signal nor deadline does anything. False if it was over. */
  finish(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#stopDeadline();
    this.#stopListening();
    return true;
  }
}
