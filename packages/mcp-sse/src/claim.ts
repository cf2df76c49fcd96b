// Messages that arrive before `onmessage` is set wait for it: it may be set late, also after the end.

/**
 * So long, in ms, a message that nobody takes holds up `onclose` after the end: the end belongs after what came before it.
 */
const UNCLAIMED_TIMEOUT_MS = 1_000;

/** A wait for somebody who takes messages. */
export interface Claim {
  /** Settles: true when woken, false in time after the end. */
  readonly claimed: Promise<boolean>;
  /** Ends it. Twice is nothing. */
  wake(): void;
}

/** @param ended - settles when the connection has ended, one way or the other. */
export function waitForClaim(ended: Promise<unknown>): Claim {
  let settle!: (isClaimed: boolean) => void;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const claimed = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  const onEnd = (): void => {
    if (!isOver) timer = setTimeout(settle, UNCLAIMED_TIMEOUT_MS, false);
  };
  ended.then(onEnd, onEnd);
  return {
    claimed,
    wake() {
      isOver = true;
      clearTimeout(timer);
      settle(true);
    },
  };
}
