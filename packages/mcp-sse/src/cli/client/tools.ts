// The tools of a server, and how they look in a table.

import { CliError } from "../cli-error.ts";
import { oneLine } from "../printable.ts";
import type { Style } from "../style.ts";
import { table } from "../table.ts";
import type { Conversation } from "./conversation.ts";

/** What is read of a tool; the rest is left as it came. */
export interface Tool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: {
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly required?: readonly string[];
  };
}

/** Pages that are asked for: a server that always names another must come to an end. */
const MAX_PAGES = 1_000;

/** Every tool, page by page. @throws CliError */
export async function listTools(conversation: Conversation): Promise<Tool[]> {
  const tools: Tool[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const params = cursor === undefined ? undefined : { cursor };
    const result = (await conversation.request("tools/list", params)) as {
      readonly tools?: unknown;
      readonly nextCursor?: unknown;
    } | null;
    if (!Array.isArray(result?.tools) || !result.tools.every(isTool))
      throw new CliError("the server's list of tools is none");
    for (const tool of result.tools) tools.push(tool);
    const { nextCursor } = result;
    if (nextCursor === undefined || nextCursor === null) return tools;
    if (typeof nextCursor !== "string") throw new CliError("the server's list of tools goes on nowhere");
    if (cursors.has(nextCursor)) throw new CliError("the server's list of tools goes in a circle");
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
  throw new CliError(`the server's list of tools has no end within ${MAX_PAGES} pages`);
}

/** One line per tool: its name, its arguments (`?` after one that may be left out), what it is for. */
export function toolTable(tools: readonly Tool[], columns: number, style: Style): string {
  const rows = tools.map((tool) => [oneLine(tool.name, 60), argumentsOf(tool)]);
  const used = rows.reduce((most, row) => Math.max(most, row.join("  ").length), 0);
  const room = Math.max(20, columns - used - 4);
  return table(
    ["tool", "arguments", "what it does"],
    rows.map((row, i) => [...row, descriptionOf(tools[i], room)]),
    style,
  );
}

function argumentsOf({ inputSchema }: Tool): string {
  const { properties, required } = inputSchema ?? {};
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name);
  const names = Object.keys(properties ?? {}).map((name) => (isRequired(name) ? name : `${name}?`));
  return oneLine(names.join(" "), 40);
}

function descriptionOf(tool: Tool | undefined, room: number): string {
  return typeof tool?.description === "string" ? oneLine(tool.description, room) : "";
}

/** Whether it has a name; everything else is looked at where it is shown. */
function isTool(value: unknown): value is Tool {
  return typeof (value as { readonly name?: unknown } | null)?.name === "string";
}
