// What a command is: what help says of it, what it takes, and what it does.

import type { Args } from "./args.ts";
import type { Terminal } from "./terminal.ts";

/** One option of a command. */
export interface OptionSpec {
  /** A flag has no value; every other option has one, which help shows as this: `<ms>`. */
  readonly value?: string;
  readonly short?: string;
  /** May be given more than once. */
  readonly multiple?: boolean;
  /** One line: what it is for. Starts in lower case, ends without a full stop. */
  readonly help: string;
  /** What help shows as the default. */
  readonly default?: string;
}

/** A command, whole. Its module is loaded when it is asked for. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What follows the name, as `[options] -- <command> [args…]`. */
  readonly usage: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** Whether what follows `--` is the command's; otherwise it counts as operands. */
  readonly takesRest?: boolean;
  /** Command lines to copy, with what each is for. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
  /** Paragraphs under the options. */
  readonly notes?: readonly string[];
  /**
   * Does it.
   *
   * @returns the exit code. @throws CliError for what a person is to be told.
   */
  run(args: Args, terminal: Terminal): Promise<number>;
}
