// What an application decides about its children, the defaults, and the checks.

import type { Readable, Writable } from "node:stream";
import type { SseHandlerOptions } from "@mcp-sse/sse-server";
import type { IgnoredLine } from "./line-connection.ts";
import type { ChildObserver } from "./observer.ts";

/** What is started for each session: without a shell, so that no word of it is read as anything else. */
export interface StdioCommand {
  /** A name that is looked up in `PATH`, or a path. */
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  /** Over a short list of this process's own: `PATH`, `HOME`, `USER`, `SHELL`, `TERM`, `LANG`, `TZ`, `TMPDIR`. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** @defaultValue this process's own */
  readonly cwd?: string | undefined;
}

/** The two pipes of a host that speaks stdio. */
export interface StdioStreams {
  /** What the host writes: messages, one per line. */
  readonly stdin: Readable;
  /** What the host reads. Nothing but messages is written to it. */
  readonly stdout: Writable;
}

/** Bounds of what is read from a pipe, and asked through it. */
export interface LineLimits {
  /**
   * Largest line, in bytes, its end not counted. A longer one is skipped, and the request that it answered gets an
   * error.
   *
   * @defaultValue 16 MiB: what clients of HTTP+SSE take as one event.
   */
  readonly maxLineBytes?: number | undefined;

  /**
   * Requests that either side may have in flight in one session; one more is answered with an error.
   *
   * @defaultValue 1 000: no client waits for more, and their ids fit into memory.
   */
  readonly maxPendingRequests?: number | undefined;
}

/** Options of `bridgeStdio`. */
export interface BridgeOptions extends LineLimits {
  /**
   * How long answers are waited for when stdin has ended, in ms. What still waits then is answered with -32000.
   *
   * @defaultValue 0: a host that closes stdin has gone.
   */
  readonly drainMs?: number | undefined;
  /** Told of a line of stdin that is no message. What it throws is dropped. */
  readonly onIgnored?: ((line: IgnoredLine) => void) | undefined;
  /** Told of a message that was not delivered, where no request waits for an answer. What it throws is dropped. */
  readonly onLost?: ((error: unknown) => void) | undefined;
}

/** Options of `createStdioHandler`: those of `createSseHandler`, and what is a child's. */
export interface StdioHandlerOptions extends SseHandlerOptions, LineLimits {
  /**
   * How long a child may take to end, in ms: first its stdin ends, then it gets SIGTERM, and after this time
   * SIGKILL, with whatever it has started.
   *
   * @defaultValue 2 000: what a server needs to save its state.
   */
  readonly killGraceMs?: number | undefined;

  /**
   * Children that are started ahead, so that a session need not wait for one.
   *
   * @defaultValue 0
   */
  readonly warm?: number | undefined;

  /** Told what happens to children, for logs and metrics. */
  readonly childObserver?: ChildObserver | undefined;
}

const MIB = 1024 * 1024;

/** Fills in the defaults of what both directions share. @throws RangeError that names the option and the value. */
export function resolveLineLimits(limits: LineLimits): Required<{ [Name in keyof LineLimits]: number }> {
  const { maxLineBytes = 16 * MIB, maxPendingRequests = 1_000 } = limits;
  check("maxLineBytes", maxLineBytes, maxLineBytes > 0, "a number greater than 0");
  check("maxPendingRequests", maxPendingRequests, maxPendingRequests >= 1, "at least 1");
  return { maxLineBytes, maxPendingRequests };
}

/** Complete options of the children. */
export interface ChildSettings {
  readonly maxLineBytes: number;
  readonly maxPendingRequests: number;
  readonly killGraceMs: number;
  readonly warm: number;
  readonly childObserver: ChildObserver | undefined;
}

/** Fills in the defaults. @throws RangeError that names the option and the value. */
export function resolveChildSettings(options: StdioHandlerOptions): ChildSettings {
  const { killGraceMs = 2_000, warm = 0, childObserver } = options;
  check("killGraceMs", killGraceMs, killGraceMs >= 0 && killGraceMs < 2 ** 31, "a number of ms from 0");
  check("warm", warm, Number.isInteger(warm) && warm >= 0 && warm <= 1_000, "a whole number from 0 to 1000");
  return { ...resolveLineLimits(options), killGraceMs, warm, childObserver };
}

function check(name: string, value: unknown, isRight: boolean, rule: string): void {
  if (typeof value !== "number" || !isRight)
    throw new RangeError(`${name} must be ${rule}, got ${String(value)}`);
}
