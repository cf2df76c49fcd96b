// How long to wait before the next connection: longer after each failure, and never as long as everybody else.

/** Times in ms. */
export interface BackoffOptions {
  /** Longest wait after the first failure; it doubles with each further one. */
  readonly firstMs?: number;
  /** What it doubles up to. */
  readonly mostMs?: number;
  /**
   * How long a connection must have lived for the count to begin anew. A server that accepts and drops at once is
   * failing, too: were each such success to reset the count, there would be neither pause nor end.
   */
  readonly stableMs?: number;
  readonly random?: () => number;
}

/** Counts failures, and says how long to wait. */
export interface Backoff {
  /** @param livedMs - how long the connection that has ended had been open; 0 if it never was. */
  next(livedMs: number): number;
}

/** Each wait is spread over three quarters of its length: clients that were dropped together come back apart. */
export function createBackoff(options: BackoffOptions = {}): Backoff {
  const { firstMs = 4_000, mostMs = 60_000, stableMs = 60_000, random = Math.random } = options;
  let failures = 0;
  return {
    next(livedMs) {
      if (livedMs >= stableMs) failures = 0;
      const longest = Math.min(firstMs * 2 ** failures, mostMs);
      failures++;
      return longest * (0.25 + 0.75 * random());
    },
  };
}
