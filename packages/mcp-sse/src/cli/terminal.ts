// What a command has of the process that it runs in, so that a test can hand it something else.

import type { Readable, Writable } from "node:stream";

/** A stream that a person may sit at. */
export type Screen = Writable & {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
};

/** The outside of a command. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Screen;
  readonly stderr: Screen;
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Has `listener` called for SIGINT and SIGTERM, instead of their ending the process.
   *
   * @returns what takes it back.
   */
  onSignal(listener: (signal: "SIGINT" | "SIGTERM") => void): () => void;
  /** Has `listener` called, synchronously, when the process is about to be gone, whatever the reason. */
  onExit(listener: () => void): () => void;
}

/** The terminal of this process. Its streams are made when they are asked for: a server never needs two of them. */
export function processTerminal(): Terminal {
  return {
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return deaf(process.stdout);
    },
    get stderr() {
      return deaf(process.stderr);
    },
    env: process.env,
    onSignal(listener) {
      process.on("SIGINT", listener).on("SIGTERM", listener);
      return () => process.off("SIGINT", listener).off("SIGTERM", listener);
    },
    onExit(listener) {
      process.on("exit", listener);
      return () => process.off("exit", listener);
    },
  };
}

/** `mcp-sse tools <url> | head -1`: whoever read has had enough, which is no error of ours. */
function deaf(screen: Screen): Screen {
  if (!screen.listeners("error").includes(ignore)) screen.on("error", ignore);
  return screen;
}

function ignore(): void {}
