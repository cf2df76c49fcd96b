// What can go wrong with a child process, and how it is told.

/** How a child process ended: `code` for one that exited, `signal` for one that was killed. */
export interface ChildExit {
  readonly code: number | undefined;
  readonly signal: string | undefined;
}

/**
 * `ERR_BRIDGE_COMMAND`: the command cannot be found, or may not be run. `ERR_BRIDGE_START`: a child could not be
 * started. `ERR_BRIDGE_EXIT`: a child ended by itself, or closed its stdout. `ERR_BRIDGE_STDIO`: a pipe broke.
 *
 * Of `reconnecting`: `ERR_BRIDGE_LOST`: the connection ended while a message was under way. `ERR_BRIDGE_OFFLINE`:
 * there was none for too long. `ERR_BRIDGE_INITIALIZE`: a new session could not be initialized.
 */
export type BridgeErrorCode =
  | "ERR_BRIDGE_COMMAND"
  | "ERR_BRIDGE_START"
  | "ERR_BRIDGE_EXIT"
  | "ERR_BRIDGE_STDIO"
  | "ERR_BRIDGE_LOST"
  | "ERR_BRIDGE_OFFLINE"
  | "ERR_BRIDGE_INITIALIZE";

/** What went wrong with a child process or a connection. Its text holds no message; match by `code`. */
export class BridgeError extends Error {
  override readonly name: string = "BridgeError";
  /** Stable, unlike `message`. */
  readonly code: BridgeErrorCode;
  /** How the child ended, if it did. */
  readonly exit: ChildExit | undefined;
  /** The last lines of the child's stderr, oldest first: at most 10, each of at most 300 characters. */
  readonly stderr: readonly string[];

  constructor(
    code: BridgeErrorCode,
    message: string,
    details: {
      readonly exit?: ChildExit | undefined;
      readonly stderr?: readonly string[] | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.exit = details.exit;
    this.stderr = details.stderr ?? [];
  }
}

/** Of what the system said, its word for it: `ENOENT`. */
export function systemCodeOf(error: unknown): string | undefined {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? code : undefined;
}
