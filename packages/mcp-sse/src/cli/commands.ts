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
  [
    "connect",
    {
      summary: "Reach a server from a host that only speaks stdio",
      load: async () => (await import("./commands/connect.ts")).connect,
    },
  ],
  [
    "call",
    {
      summary: "Call a tool of a server, or any method",
      load: async () => (await import("./commands/call.ts")).call,
    },
  ],
  [
    "tools",
    {
      summary: "List the tools of a server",
      load: async () => (await import("./commands/tools.ts")).tools,
    },
  ],
  [
    "ping",
    {
      summary: "Ask a server whether it is there",
      load: async () => (await import("./commands/ping.ts")).ping,
    },
  ],
  [
    "doctor",
    {
      summary: "Find out what is wrong with a server, or with what stands before it",
      load: async () => (await import("./commands/doctor.ts")).doctor,
    },
  ],
]);
