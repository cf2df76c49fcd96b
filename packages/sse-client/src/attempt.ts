// What may end something before it succeeds: a signal, and a deadline.

import { listenForAbort } from "@mcp-sse/jsonrpc";
import { after } from "./timer.ts";

/** A connect or a POST: what it waits for is waited for through `race`. */
export interface Attempt {
  /** Settles as `result` does, unless the attempt is given up first. */
  race<T>(result: Promise<T>): Promise<T>;

  /** Gives up in `ms` from now, unless it is started again. */
  startDeadline(ms: number, error?: () => Error): void;

  /** Ends it: what it waits for rejects with `reason`. */
  giveUp(reason: unknown): void;

  /** Ends it, one way or the other: from now on neither signal nor deadline does anything. False if it was over. */
  finish(): boolean;
}

/**
 * Begins an attempt.
 *
 * @param signal - gives it up, with its reason. Whether it is aborted already is for the caller to ask.
 * @param onGiveUp - called when it is given up, by whomever.
 */
export function createAttempt(signal?: AbortSignal, onGiveUp?: () => void): Attempt {
  let isOver = false;
  let stopDeadline = (): void => {};
  let reject!: (reason: unknown) => void;
  const givenUp = new Promise<never>((_resolve, fail) => {
    reject = fail;
  });
  // Nobody may be waiting.
  givenUp.catch(() => {});
  const stopListening = listenForAbort(signal, giveUp);

  function giveUp(reason: unknown): void {
    if (!finish()) return;
    reject(reason);
    onGiveUp?.();
  }

  function finish(): boolean {
    if (isOver) return false;
    isOver = true;
    stopDeadline();
    stopListening();
    return true;
  }

  return {
    race: (result) => Promise.race([givenUp, result]),
    startDeadline(ms, error) {
      stopDeadline();
      if (!isOver) stopDeadline = after(ms, () => giveUp(error?.()));
    },
    giveUp,
    finish,
  };
}
