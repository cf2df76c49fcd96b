// The command line of check-server.

import { parseArgs } from "node:util";
import type { CheckLevel } from "../report.ts";
import type { CheckServerOptions, ToolCall } from "../server-check.ts";

/** What is printed for `--help`, and for a mistake. */
export const USAGE: string = `Usage: check-server <url> [options]

Checks a running HTTP+SSE server, and ends with 0 if nothing failed, 1 if something did, 2 for a mistake in these options.

  --header "Name: value"    sent with every request; may come more than once
  --bearer-env NAME         sends Authorization: Bearer, with the token in this environment variable
  --level must|should|ours  what a failure has to break to count: a MUST, a SHOULD too, ours too (the default)
  --only a,b                checks by name, or by the first words of their names
  --idle SECONDS            watches a silent stream so long for a comment
  --timeout SECONDS         how long one answer may take (5)
  --progress-tool 'name={"json":"arguments"}'  a tool that reports progress
  --slow-tool 'name={}'     a tool that runs until it is cancelled
  --insecure                takes any certificate
  --concurrency N           checks at a time (4)
  --json                    the report as JSON`;

/** What was asked for. */
export interface CheckCommand {
  readonly url: URL;
  readonly options: CheckServerOptions;
  readonly level: CheckLevel;
  readonly isJson: boolean;
}

/**
 * Reads the command line.
 *
 * @throws `TypeError` or `RangeError` that says what is wrong with it.
 */
export function readArguments(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): CheckCommand | "help" {
  const { values, positionals } = parseArgs({
    args: [...args].filter((argument, at) => argument !== "--" || at > 0),
    allowPositionals: true,
    options: {
      header: { type: "string", multiple: true, default: [] },
      "bearer-env": { type: "string" },
      level: { type: "string", default: "ours" },
      only: { type: "string" },
      idle: { type: "string", default: "0" },
      timeout: { type: "string", default: "5" },
      "progress-tool": { type: "string" },
      "slow-tool": { type: "string" },
      insecure: { type: "boolean", default: false },
      concurrency: { type: "string", default: "4" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return "help";
  const [url, ...others] = positionals;
  if (url === undefined || others.length > 0 || !URL.canParse(url)) {
    throw new TypeError("one URL is needed: that of the event stream");
  }
  const { level } = values;
  if (level !== "must" && level !== "should" && level !== "ours") {
    throw new RangeError(`--level is must, should or ours, not ${level}`);
  }
  return {
    url: new URL(url),
    level,
    isJson: values.json,
    options: {
      headers: headersOf(values.header, values["bearer-env"], env),
      timeoutMs: 1000 * numberOf("timeout", values.timeout),
      idleMs: 1000 * numberOf("idle", values.idle),
      concurrency: Math.max(1, numberOf("concurrency", values.concurrency)),
      insecure: values.insecure,
      progressTool: toolOf("progress-tool", values["progress-tool"]),
      slowTool: toolOf("slow-tool", values["slow-tool"]),
      only: values.only?.split(","),
    },
  };
}

function headersOf(
  lines: readonly string[],
  bearerEnv: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon < 1) throw new TypeError("--header is a name, a colon and a value");
    headers[line.slice(0, colon).trim()] = line.slice(colon + 1).trim();
  }
  if (bearerEnv !== undefined) {
    const token = env[bearerEnv];
    if (token === undefined || token === "") throw new TypeError(`${bearerEnv} is not set`);
    headers.Authorization = `Bearer ${token}`;
  }
  return headers;
}

function numberOf(option: string, text: string): number {
  const number = Number(text);
  if (text === "" || !(number >= 0)) throw new RangeError(`--${option} is a number, not ${text}`);
  return number;
}

function toolOf(option: string, text: string | undefined): ToolCall | undefined {
  if (text === undefined) return undefined;
  const [, name = "", json = "{}"] = /^([^=]+)(?:=(.*))?$/s.exec(text) ?? [];
  try {
    return { name, arguments: JSON.parse(json) as Record<string, unknown> };
  } catch {
    throw new TypeError(`--${option} is a name, =, and its arguments as JSON`);
  }
}
