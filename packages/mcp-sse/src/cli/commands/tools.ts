import { converse } from "../client/conversation.ts";
import { CLIENT_NOTE, CLIENT_OPTIONS, readClientSettings } from "../client/settings.ts";
import { listTools, toolTable } from "../client/tools.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { oneOperand } from "../operands.ts";
import { jsonText } from "../printable.ts";
import { styleOf } from "../style.ts";

/** `mcp-sse tools`: what a server can do. */
export const tools: Command = {
  name: "tools",
  summary: "List the tools of a server",
  usage: "<url> [options]",
  options: { ...CLIENT_OPTIONS, json: { help: "print the tools as the server describes them, as JSON" } },
  examples: [
    ["mcp-sse tools http://127.0.0.1:8000/sse", "a table"],
    ["mcp-sse tools http://127.0.0.1:8000/sse --json", "for scripts"],
  ],
  notes: [CLIENT_NOTE],
  async run(args, terminal) {
    oneOperand(args);
    const { stdout, env } = terminal;
    const conversation = await converse(readClientSettings(args, terminal));
    try {
      const list = await listTools(conversation);
      if (args.flag("json")) stdout.write(`${jsonText(list)}\n`);
      else stdout.write(toolTable(list, stdout.columns ?? 120, styleOf(stdout, env)));
      return EXIT.ok;
    } finally {
      await conversation.close();
    }
  },
};
