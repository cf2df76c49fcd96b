import { readFileSync } from "node:fs";
import { text as readText } from "node:stream/consumers";
import { usageError } from "../cli-error.ts";
import { converse } from "../client/conversation.ts";
import { progressLine } from "../client/progress-line.ts";
import { isToolError, resultText } from "../client/result.ts";
import { CLIENT_NOTE, CLIENT_OPTIONS, readClientSettings } from "../client/settings.ts";
import { listTools, toolTable } from "../client/tools.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { jsonText } from "../printable.ts";
import { styleOf } from "../style.ts";
import type { Terminal } from "../terminal.ts";

/** `mcp-sse call`: one request and its answer. */
export const call: Command = {
  name: "call",
  summary: "Call a tool of a server, or any method",
  usage: "<url> [<tool or method>] [<json>] [options]",
  options: { ...CLIENT_OPTIONS, json: { help: "print the whole result as JSON" } },
  examples: [
    ["mcp-sse call http://127.0.0.1:8000/sse", "what can be called"],
    [`mcp-sse call http://127.0.0.1:8000/sse add '{"a":1,"b":2}'`, "a tool, by its name"],
    ["mcp-sse call http://127.0.0.1:8000/sse resources/list --json", "a method: what has a slash"],
    [
      "mcp-sse call http://127.0.0.1:8000/sse add @arguments.json",
      "arguments from a file; from stdin with -",
    ],
  ],
  notes: [
    CLIENT_NOTE,
    "Progress is shown on stderr. --timeout begins anew with each sign of it. Exit codes: 0 for an answer, 1 for an\n" +
      "error of the server or the tool, 2 for a wrong command line.",
  ],
  async run(args, terminal) {
    const [, name, json, extra] = args.operands;
    if (extra !== undefined) throw usageError(`"${extra}" is one argument too many`);
    const settings = readClientSettings(args, terminal);
    const params = await readParams(json, terminal);
    const { stdout, env } = terminal;
    const conversation = await converse(settings);
    const line = progressLine(terminal);
    try {
      if (name === undefined) {
        const tools = await listTools(conversation);
        if (args.flag("json")) stdout.write(`${jsonText(tools)}\n`);
        else stdout.write(toolTable(tools, stdout.columns ?? 120, styleOf(stdout, env)));
        return EXIT.ok;
      }
      const isMethod = name.includes("/") || name === "ping";
      const result = isMethod
        ? await conversation.request(name, params, line.show)
        : await conversation.request("tools/call", { name, arguments: params ?? {} }, line.show);
      line.clear();
      stdout.write(args.flag("json") ? `${jsonText(result)}\n` : resultText(result));
      if (!isToolError(result)) return EXIT.ok;
      terminal.stderr.write(
        `${styleOf(terminal.stderr, env).red("mcp-sse:")} the tool says that it failed\n`,
      );
      return EXIT.failed;
    } finally {
      line.clear();
      await conversation.close();
    }
  },
};

async function readParams(
  source: string | undefined,
  { stdin }: Terminal,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (source === undefined) return undefined;
  const text =
    source === "-" ? await readText(stdin) : source.startsWith("@") ? readFile(source.slice(1)) : source;
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw usageError("the arguments are not JSON", `As in: '{"a": 1}'`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw usageError("the arguments must be a JSON object", `As in: '{"a": 1}'`);
  return value as Record<string, unknown>;
}

function readFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw usageError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
