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
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const params = cursor === undefined ? undefined : { cursor };
    const result = (await conversation.request("tools/list", params)) as {
      tools?: Tool[];
      nextCursor?: string;
    };
    if (!Array.isArray(result.tools)) throw new CliError("the server's list of tools is none");
    tools.push(...result.tools);
    cursor = result.nextCursor;
    if (cursor === undefined) return tools;
  }
  throw new CliError(`the server's list of tools has no end within ${MAX_PAGES} pages`);
}

/** One line per tool: its name, its arguments (`?` after one that may be left out), what it is for. */
export function toolTable(tools: readonly Tool[], columns: number, style: Style): string {
  const rows = tools.map((tool) => [oneLine(String(tool.name), 60), argumentsOf(tool)]);
  const used = rows.reduce((most, row) => Math.max(most, row.join("  ").length), 0);
  const room = Math.max(20, columns - used - 4);
  return table(
    ["tool", "arguments", "what it does"],
    rows.map((row, i) => [...row, oneLine(tools[i]?.description ?? "", room)]),
    style,
  );
}

function argumentsOf({ inputSchema }: Tool): string {
  const { properties = {}, required = [] } = inputSchema ?? {};
  const names = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`));
  return oneLine(names.join(" "), 40);
}
