// Comes back after a drop. Each time it is a new session: connected anew, initialized anew, and told nothing of what
// was said in the one before.

import type { Backoff } from "@mcp-sse/bridge";

/** What an application does to stay connected. */
export interface StayConnectedOptions<Session> {
  /** Connects and initializes. Whatever it made is its own to close when it fails. */
  open(signal: AbortSignal): Promise<Session>;

  /** Uses a session; settles when the session has ended, and may throw: pending calls fail when it does. */
  use(session: Session, signal: AbortSignal): Promise<void>;

  /** Told why there is no session, and how long it will be until the next attempt. */
  onDown?(why: unknown, waitMs: number): void;

  readonly backoff: Backoff;
  /** Ends it all. */
  readonly signal: AbortSignal;
}

/** Opens sessions, one after the other, until the signal is aborted. */
export async function stayConnected<Session>(options: StayConnectedOptions<Session>): Promise<void> {
  const { open, use, onDown, backoff, signal } = options;
  while (!signal.aborted) {
    let openedAt = Number.POSITIVE_INFINITY;
    let why: unknown = "the session ended";
    try {
      const session = await open(signal);
      openedAt = performance.now();
      await use(session, signal);
    } catch (error) {
      why = error;
    }
    if (signal.aborted) return;
    const waitMs = backoff.next(Math.max(performance.now() - openedAt, 0));
    onDown?.(why, waitMs);
    await sleep(waitMs, signal);
  }
}

/** Settles after `ms`, or when the signal is aborted. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    signal.addEventListener("abort", wake, { once: true });
  });
}
