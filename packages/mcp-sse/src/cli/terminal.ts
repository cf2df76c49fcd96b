// What a command has of the process that it runs in, so that a test can hand it something else.

import type { Readable, Writable } from "node:stream";

/** A stream that a person may sit at. */
export type Screen = Writable & {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
};

/** What asks a process to end: a supervisor, the keyboard, the terminal that was closed. */
export type EndSignal = "SIGINT" | "SIGTERM" | "SIGHUP" | "SIGQUIT";

const END_SIGNALS: readonly EndSignal[] = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];

/** The outside of a command. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Screen;
  readonly stderr: Screen;
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Has `listener` called for each {@link EndSignal}, instead of its ending the process.
   *
   * @returns what takes it back.
   */
  onSignal(listener: (signal: EndSignal) => void): () => void;
  /** Has `listener` called, synchronously, when the process is about to be gone, whatever the reason. */
  onExit(listener: () => void): () => void;
}

/** The terminal of a process that will end. */
export interface ProcessTerminal extends Terminal {
  /**
   * Ends stdout, and waits until everything has left: whoever reads may be slow, or not have started yet. After a
   * signal nothing is waited for.
   *
   * @returns what of it could not be written, as a full disk says it; of a reader that has had enough nothing is.
   */
  finish(): Promise<NodeJS.ErrnoException | undefined>;
}

/** The terminal of this process. Its streams are made when they are asked for: a server never needs two of them. */
export function processTerminal(): ProcessTerminal {
  const failures: NodeJS.ErrnoException[] = [];
  let stdout: Screen | undefined;
  let isTold = false;
  return {
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      stdout ??= process.stdout.on("error", (error) => failures.push(error));
      return stdout;
    },
    get stderr() {
      return deaf(process.stderr);
    },
    env: process.env,
    onSignal(listener) {
      const heard = (signal: NodeJS.Signals): void => {
        isTold = true;
        listener(signal as EndSignal);
      };
      for (const signal of END_SIGNALS) process.on(signal, heard);
      return () => {
        for (const signal of END_SIGNALS) process.off(signal, heard);
      };
    },
    onExit(listener) {
      process.on("exit", listener);
      return () => process.off("exit", listener);
    },
    async finish() {
      const screen = stdout;
      if (screen !== undefined && !isTold) await new Promise<void>((resolve) => screen.end(() => resolve()));
      // `mcp-sse tools <url> | head -1`: whoever read has had enough, which is no error of ours.
      return failures.find(({ code }) => code !== "EPIPE");
    },
  };
}

/** Where a person is told what went wrong there is nobody to tell that it could not be told. */
function deaf(screen: Screen): Screen {
  if (!screen.listeners("error").includes(ignore)) screen.on("error", ignore);
  return screen;
}

function ignore(): void {}
