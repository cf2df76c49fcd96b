// How long to wait before the next attempt to connect.

/** Times are in ms. */
export interface BackoffOptions {
  /** Longest wait after the first failure; it doubles with each further one. @defaultValue 4 000 */
  readonly firstMs?: number | undefined;
  /** What it doubles up to. @defaultValue 60 000 */
  readonly mostMs?: number | undefined;
  /**
   * How long a connection must have lived for the count to begin anew. A server that accepts and drops at once is
   * failing, too: were each such success to reset the count, there would be neither pause nor end.
   *
   * @defaultValue 60 000
   */
  readonly stableMs?: number | undefined;
  /** @defaultValue `Math.random` */
  readonly random?: (() => number) | undefined;
}

/** Counts failures in a row, and says how long to wait. */
export interface Backoff {
  readonly failures: number;
  /** @param livedMs - how long the connection that has ended had been open; 0 if it never was. */
  next(livedMs: number): number;
}

/** Starts a count. Each wait is spread over three quarters of its length: who was dropped together comes back apart. */
export function createBackoff(options: BackoffOptions = {}): Backoff {
  const { firstMs = 4_000, mostMs = 60_000, stableMs = 60_000, random = Math.random } = options;
  let failures = 0;
  return {
    get failures() {
      return failures;
    },
    next(livedMs) {
      if (livedMs >= stableMs) failures = 0;
      const longest = Math.min(firstMs * 2 ** failures, mostMs);
      failures += 1;
      return longest * (0.25 + 0.75 * random());
    },
  };
}
