// The commands, in the order in which help lists them. Each module is loaded when its command is asked for.

import type { Command } from "./command.ts";

/** A command before it is loaded. */
export interface ListedCommand {
  readonly summary: string;
  load(): Promise<Command>;
}

/** Every command by its name. */
export const COMMANDS: ReadonlyMap<string, ListedCommand> = new Map([
  [
    "serve",
    {
      summary: "Serve a stdio MCP server over HTTP+SSE, one process per session",
      load: async () => (await import("./commands/serve.ts")).serve,
    },
  ],
]);
