import { converse } from "../client/conversation.ts";
import { CLIENT_NOTE, CLIENT_OPTIONS, readClientSettings } from "../client/settings.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { oneOperand } from "../operands.ts";
import { oneLine } from "../printable.ts";

/** `mcp-sse ping`: whether a server answers, and how quickly. */
export const ping: Command = {
  name: "ping",
  summary: "Ask a server whether it is there",
  usage: "<url> [options]",
  options: { ...CLIENT_OPTIONS, json: { help: "print the answer as JSON" } },
  examples: [["mcp-sse ping http://127.0.0.1:8000/sse", "connects, initializes, pings"]],
  notes: [CLIENT_NOTE, "Exit codes: 0 if it answers, 1 if not, 2 for a wrong command line."],
  async run(args, terminal) {
    oneOperand(args);
    const conversation = await converse(readClientSettings(args, terminal));
    try {
      const started = performance.now();
      await conversation.request("ping");
      const pingMs = Math.round((performance.now() - started) * 10) / 10;
      const endpointMs = Math.round(conversation.endpointMs * 10) / 10;
      const { server, protocolVersion } = conversation;
      const name = oneLine(`${server.name} ${server.version}`, 100);
      terminal.stdout.write(
        args.flag("json")
          ? `${JSON.stringify({ server, protocolVersion, endpointMs, pingMs })}\n`
          : `${name} answers in ${pingMs} ms; the endpoint event came after ${endpointMs} ms\n`,
      );
      return EXIT.ok;
    } finally {
      await conversation.close();
    }
  },
};
