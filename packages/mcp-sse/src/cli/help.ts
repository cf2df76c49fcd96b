// What --help says: for all of mcp-sse, and for each command, from what it declares.

import { COMMON_OPTIONS } from "./args.ts";
import type { Command, OptionSpec } from "./command.ts";
import type { ListedCommand } from "./commands.ts";
import type { Style } from "./style.ts";

/** The help of `mcp-sse` itself. */
export function generalHelp(commands: ReadonlyMap<string, ListedCommand>, style: Style): string {
  const width = Math.max(...[...commands.keys()].map((name) => name.length));
  const rows = [...commands].map(([name, { summary }]) => `  ${style.bold(name.padEnd(width))}  ${summary}`);
  return [
    "MCP over HTTP+SSE, from the command line.",
    "",
    `${style.bold("Usage:")} mcp-sse <command> [options]`,
    "",
    style.bold("Commands:"),
    ...rows,
    "",
    style.bold("Options:"),
    "  -h, --help     show this help, or a command's after its name",
    "  -v, --version  show the version",
    "",
  ].join("\n");
}

/** The help of one command. */
export function commandHelp(command: Command, style: Style): string {
  const options = Object.entries({ ...command.options, ...COMMON_OPTIONS });
  const heads = options.map(([name, spec]) => headOf(name, spec));
  const width = Math.max(...heads.map((head) => head.length));
  const rows = options.map(([, spec], i) => `  ${(heads[i] as string).padEnd(width)}  ${textOf(spec)}`);
  const examples = command.examples.flatMap(([line, purpose]) => [
    `  ${line}`,
    `      ${style.dim(purpose)}`,
  ]);
  return [
    `${command.summary}.`,
    "",
    `${style.bold("Usage:")} mcp-sse ${command.name} ${command.usage}`,
    "",
    style.bold("Options:"),
    ...rows,
    "",
    style.bold("Examples:"),
    ...examples,
    "",
    ...(command.notes ?? []).flatMap((note) => [note, ""]),
  ].join("\n");
}

function headOf(name: string, { short, value }: OptionSpec): string {
  return `${short === undefined ? "    " : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`;
}

function textOf({ help, multiple, ...spec }: OptionSpec): string {
  const notes = [
    ...(spec.default === undefined ? [] : [`default ${spec.default}`]),
    ...(multiple === true ? ["may be repeated"] : []),
  ];
  return notes.length === 0 ? help : `${help} (${notes.join("; ")})`;
}
