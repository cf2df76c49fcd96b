import type { Args } from "./args.ts";
import { usageError } from "./cli-error.ts";

/** For a command that takes the URL alone. @throws CliError for more than one operand. */
export function oneOperand({ operands }: Args): void {
  if (operands.length > 1) throw usageError(`"${operands[1]}" is one argument too many`);
}
