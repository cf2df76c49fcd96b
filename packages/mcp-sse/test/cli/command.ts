// A command to test with.

import type { Command } from "../../src/cli/command.ts";

/** `mcp-sse try`: returns 0, and does nothing. */
export function commandOf(parts: Partial<Command> = {}): Command {
  return {
    name: "try",
    summary: "Try it",
    usage: "[options] <what>",
    options: {
      port: { value: "<n>", short: "p", help: "a number", default: "1" },
      header: { value: "<text>", multiple: true, help: "a text" },
      loud: { help: "a flag" },
      "max-size": { value: "<size>", help: "a size" },
      wait: { value: "<time>", help: "a time" },
    },
    examples: [["mcp-sse try it", "tries it"]],
    run: async () => 0,
    ...parts,
  };
}
