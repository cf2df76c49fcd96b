/** Limits of the model's handler: those in ms are the defaults, because the model moves the clock. */
export const LIMITS = {
  maxBodyBytes: 1_000,
  bodyTimeoutMs: 30_000,
  maxQueuedMessages: 2,
  queueTimeoutMs: 10_000,
  highWaterBytes: 128 * 1024,
  maxBacklogBytes: 1024 * 1024,
  stallTimeoutMs: 30_000,
  keepAliveMs: 15_000,
  acceptTimeoutMs: 10_000,
  initializeTimeoutMs: 120_000,
  idleTimeoutMs: 180_000,
  maxSessionAgeMs: 600_000,
  maxSessions: 4,
} as const;

/** How long `close` of a session lets what was written leave, in ms. */
export const CLOSE_MS = 5_000;

/** How late a deadline may be noticed, in ms: two slots of the wheel. */
export const SLACK_MS = 500;

/** A large message, in characters. */
export const LARGE = 256 * 1024;
