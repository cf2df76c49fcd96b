// What may end an attempt to connect before it succeeds: the caller's signal, and the endpoint deadline.

import { SseClientError } from "./errors.ts";
import { after } from "./timer.ts";

/** One call of `connectSse`: everything that it waits for is waited for through `race`. */
export interface ConnectAttempt {
  /** Settles as `result` does, unless the attempt is given up first. */
  race<T>(result: T | Promise<T>): Promise<T>;

  /** Gives up in `ms` from now, unless stopped or started again. */
  startDeadline(ms: number): void;

  stopDeadline(): void;

  /** Ends it, one way or the other: from now on neither signal nor deadline does anything. False if it was over. */
  finish(): boolean;
}

/** Begins an attempt. */
export function beginAttempt(signal: AbortSignal | undefined): ConnectAttempt {
  let isOver = false;
  let stopTimer = (): void => {};
  let reject!: (reason: unknown) => void;
  const givenUp = new Promise<never>((_resolve, fail) => {
    reject = fail;
  });
  // Nobody may be waiting when it rejects.
  givenUp.catch(() => {});

  function giveUp(reason: unknown): void {
    if (finish()) reject(reason);
  }

  function onAbort(): void {
    giveUp(signal?.reason);
  }

  function finish(): boolean {
    if (isOver) return false;
    isOver = true;
    stopTimer();
    signal?.removeEventListener("abort", onAbort);
    return true;
  }

  if (signal?.aborted) onAbort();
  else signal?.addEventListener("abort", onAbort, { once: true });

  return {
    race: (result) => Promise.race([givenUp, result]),
    startDeadline(ms) {
      stopTimer();
      if (isOver) return;
      stopTimer = after(ms, () =>
        giveUp(new SseClientError("ERR_SSE_ENDPOINT_TIMEOUT", `no endpoint within endpointTimeoutMs, ${ms}`)),
      );
    },
    stopDeadline: () => stopTimer(),
    finish,
  };
}
