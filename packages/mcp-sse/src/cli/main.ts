// Finds the command, reads its arguments, runs it, and says what went wrong.

import { readArgs } from "./args.ts";
import { CliError, usageError } from "./cli-error.ts";
import { COMMANDS } from "./commands.ts";
import { EXIT } from "./exit-code.ts";
import { commandHelp, generalHelp } from "./help.ts";
import { nearest } from "./nearest.ts";
import { printable } from "./printable.ts";
import { type Style, styleOf } from "./style.ts";
import type { Terminal } from "./terminal.ts";
import { version } from "./version.ts";

/** Runs one command line. @returns the exit code; it never rejects. */
export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(argv, terminal);
  } catch (error) {
    return explain(error, terminal);
  }
}

async function dispatch([name, ...argv]: readonly string[], terminal: Terminal): Promise<number> {
  if (name === undefined) {
    terminal.stderr.write(generalHelp(COMMANDS, styleOf(terminal.stderr, terminal.env)));
    return EXIT.usage;
  }
  if (name === "--version" || name === "-v") {
    terminal.stdout.write(`${version()}\n`);
    return EXIT.ok;
  }
  const asked = name === "help" || name === "--help" || name === "-h" ? argv[0] : name;
  if (asked === undefined) {
    print(terminal, (style) => generalHelp(COMMANDS, style));
    return EXIT.ok;
  }
  const listed = COMMANDS.get(asked);
  if (listed === undefined) throw unknownCommand(asked);
  const command = await listed.load();
  if (asked !== name || isHelp(argv)) {
    print(terminal, (style) => commandHelp(command, style));
    return EXIT.ok;
  }
  return command.run(readArgs(command, argv), terminal);
}

function print({ stdout, env }: Terminal, textIn: (style: Style) => string): void {
  stdout.write(textIn(styleOf(stdout, env)));
}

/** Before the command's own `--`, wherever it stands: who asks for help may have the rest wrong. */
function isHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end === -1 ? argv : argv.slice(0, end)).some((arg) => arg === "--help" || arg === "-h");
}

function unknownCommand(name: string): CliError {
  const near = nearest(name, COMMANDS.keys());
  const what = name.startsWith("-") ? "option" : "command";
  const hints = near === undefined ? [] : [`Did you mean: mcp-sse ${near}`];
  return usageError(`unknown ${what} ${name}`, ...hints, "mcp-sse --help lists the commands.");
}

function explain(error: unknown, { stderr, env }: Terminal): number {
  const style = styleOf(stderr, env);
  const name = style.red("mcp-sse:");
  if (!(error instanceof CliError)) {
    // Not foreseen: the stack is what helps.
    stderr.write(`${name} ${error instanceof Error ? error.stack : String(error)}\n`);
    return EXIT.failed;
  }
  stderr.write(`${name} ${printable(error.message)}\n${error.hints.map((hint) => `  ${hint}\n`).join("")}`);
  return error.exitCode;
}
