import type { Connection } from "@mcp-sse/jsonrpc";
import type { BackoffOptions } from "./backoff.ts";

/** Options of `reconnecting`. Times are in ms. */
export interface ReconnectOptions extends BackoffOptions {
  /** Opens another connection to the same server. */
  connect(options: { readonly signal: AbortSignal }): Promise<Connection>;

  /**
   * How long what is written waits for a connection while there is none; then it fails.
   *
   * @defaultValue 10 000
   */
  readonly offlineMs?: number | undefined;

  /** How long the new session's answer to `initialize` is waited for. @defaultValue 30 000 */
  readonly initializeMs?: number | undefined;

  /** Failures in a row after which it gives up, and ends. @defaultValue Infinity */
  readonly maxAttempts?: number | undefined;

  /** Whether an attempt that failed so can never succeed, so that it gives up at once. @defaultValue never */
  readonly isFinal?: ((error: unknown) => boolean) | undefined;

  /** Told that the connection is lost, and how long it will be until the next attempt. What it throws is dropped. */
  readonly onDown?: ((event: { readonly cause: unknown; readonly waitMs: number }) => void) | undefined;

  /** Told that a new session is initialized. What it throws is dropped. */
  readonly onUp?: (() => void) | undefined;
}

/** Options that are whole. */
export interface ReconnectSettings extends ReconnectOptions {
  readonly firstMs: number;
  readonly mostMs: number;
  readonly stableMs: number;
  readonly offlineMs: number;
  readonly initializeMs: number;
  readonly maxAttempts: number;
}

const DEFAULTS = {
  firstMs: 4_000,
  mostMs: 60_000,
  stableMs: 60_000,
  offlineMs: 10_000,
  initializeMs: 30_000,
  maxAttempts: Number.POSITIVE_INFINITY,
} as const;

/** Those of which Infinity makes no sense: something would never be tried. */
const FINITE: readonly string[] = ["firstMs", "mostMs"];

/** The longest time that a timer takes, in ms: Node makes 1 ms of a longer one. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Completes options. @throws RangeError for a time or a count that cannot be. */
export function resolveReconnectOptions(options: ReconnectOptions): ReconnectSettings {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const settings: ReconnectSettings = {
    ...DEFAULTS,
    ...(Object.fromEntries(given) as unknown as ReconnectOptions),
  } as ReconnectSettings;
  for (const name of Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[]) {
    const value: unknown = settings[name];
    const isEndless = value === Number.POSITIVE_INFINITY && !FINITE.includes(name);
    const isLimited = typeof value === "number" && value >= 0 && value <= MAX_TIMER_MS;
    if (!isEndless && !isLimited) throw new RangeError(`${name} cannot be ${String(value)}`);
  }
  return settings;
}
