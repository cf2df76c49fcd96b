// argv to values, by what a command declares. Mistakes are told with what was probably meant.

import { parseArgs } from "node:util";
import { usageError } from "./cli-error.ts";
import type { Command, OptionSpec } from "./command.ts";
import { nearest } from "./nearest.ts";
import { parseBytes, parseDuration, parseInteger } from "./quantities.ts";

/** Every command has these. */
export const COMMON_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  help: { short: "h", help: "show this help" },
};

/** The values of a command line, read by name; a name that was not declared is a mistake of ours. */
export class Args {
  readonly operands: readonly string[];
  /** What followed `--`; `undefined` without one. */
  readonly rest: readonly string[] | undefined;
  readonly #values: ReadonlyMap<string, readonly string[]>;

  constructor(
    values: ReadonlyMap<string, readonly string[]>,
    operands: readonly string[],
    rest: readonly string[] | undefined,
  ) {
    this.#values = values;
    this.operands = operands;
    this.rest = rest;
  }

  flag(name: string): boolean {
    return this.#values.has(name);
  }

  text(name: string): string | undefined {
    return this.#values.get(name)?.at(-1);
  }

  list(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  integer(name: string, min: number, max: number): number | undefined {
    return this.#read(name, (text) => parseInteger(text, min, max));
  }

  /** In ms; `none` is Infinity. */
  duration(name: string): number | undefined {
    return this.#read(name, parseDuration);
  }

  bytes(name: string): number | undefined {
    return this.#read(name, parseBytes);
  }

  #read<T>(name: string, parse: (text: string) => T | string): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = parse(text);
    if (typeof value === "string") throw usageError(`--${name} must be ${value}, got "${text}"`);
    return value;
  }
}

/**
 * Reads what follows the name of a command.
 *
 * @throws CliError for an unknown option, one without its value, a flag with one, one that is repeated.
 */
export function readArgs(command: Command, argv: readonly string[]): Args {
  const options = { ...command.options, ...COMMON_OPTIONS };
  // Not strict: its complaints do not say what to do instead.
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value, short }]) => [
        name,
        { type: value === undefined ? "boolean" : "string", ...(short !== undefined && { short }) } as const,
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, string[]>();
  const operands: string[] = [];
  let rest: string[] | undefined;
  for (const token of tokens) {
    if (token.kind === "option-terminator") {
      rest = argv.slice(token.index + 1);
      break;
    }
    if (token.kind === "positional") {
      if (command.takesRest === true) throw missingTerminator(command, token.value, argv);
      operands.push(token.value);
      continue;
    }
    const spec = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (spec === undefined) throw unknownOption(command, token.rawName, Object.keys(options));
    const value = checkedValue(token.rawName, spec, token.value, token.inlineValue === true);
    const given = values.get(token.name);
    if (given === undefined) values.set(token.name, [value]);
    else if (spec.multiple === true) given.push(value);
    else if (spec.value !== undefined) throw usageError(`${token.rawName} was given more than once`);
  }
  if (command.takesRest !== true && rest !== undefined) operands.push(...rest.splice(0));
  return new Args(values, operands, rest);
}

function checkedValue(name: string, spec: OptionSpec, value: string | undefined, isInline: boolean): string {
  if (spec.value === undefined) {
    if (value !== undefined) throw usageError(`${name} takes no value`);
    return "";
  }
  // `--port --host x` forgot a value, and would take the next option for one.
  if (value === undefined || (!isInline && /^-./.test(value))) {
    throw usageError(`${name} needs a value: ${name} ${spec.value}`);
  }
  return value;
}

function missingTerminator({ name }: Command, word: string, argv: readonly string[]): Error {
  const at = argv.indexOf(word);
  const line = ["mcp-sse", name, ...argv.slice(0, at), "--", ...argv.slice(at).filter((arg) => arg !== "--")];
  return usageError(
    `"${word}" stands before "--": the command to run comes after it`,
    `Did you mean: ${line.map(quoted).join(" ")}`,
  );
}

function unknownOption({ name }: Command, rawName: string, known: readonly string[]): Error {
  const near = nearest(rawName.replace(/^-+/, ""), known);
  const hints = near === undefined ? [] : [`Did you mean --${near}?`];
  return usageError(`unknown option ${rawName}`, ...hints, `mcp-sse ${name} --help lists them all.`);
}

function quoted(arg: string): string {
  return /^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`;
}
