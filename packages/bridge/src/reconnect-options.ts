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
