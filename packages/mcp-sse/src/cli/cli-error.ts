import { EXIT, type ExitCode } from "./exit-code.ts";

/** What a person is told instead of a stack trace: what is wrong, and what to do about it. */
export class CliError extends Error {
  override readonly name: string = "CliError";
  readonly exitCode: ExitCode;
  /** What would help, as whole sentences or commands; one per line. */
  readonly hints: readonly string[];

  constructor(message: string, { exitCode = EXIT.failed, hints = [], cause }: CliErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.exitCode = exitCode;
    this.hints = hints;
  }
}

/** What may come with a {@link CliError}. */
export interface CliErrorDetails {
  readonly exitCode?: ExitCode;
  readonly hints?: readonly string[];
  readonly cause?: unknown;
}

/** The error for a command line that cannot be. */
export function usageError(message: string, ...hints: readonly string[]): CliError {
  return new CliError(message, { exitCode: EXIT.usage, hints });
}
