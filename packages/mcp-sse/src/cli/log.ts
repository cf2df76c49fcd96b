// What happens, one line each, on stderr: for people, or as JSON for programs.
//
//     12:01:09.113  session 3 closed: the client has gone
//     {"time":"2026-01-01T12:01:09.113Z","level":"info","event":"session-closed","session":3,"reason":"peer"}

import { usageError } from "./cli-error.ts";
import { styleOf } from "./style.ts";
import type { Terminal } from "./terminal.ts";

/** How a line looks. */
export type LogFormat = "pretty" | "json";

/** How bad it is. */
export type LogLevel = "info" | "warn" | "error";

/** Values beside the text, for programs. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Writes lines. */
export type Log = (level: LogLevel, event: string, text: string, fields?: LogFields) => void;

/** Reads `--log-format`. @throws CliError for any other. */
export function readLogFormat(text = "pretty"): LogFormat {
  if (text === "pretty" || text === "json") return text;
  throw usageError(`--log-format must be pretty or json, got "${text}"`);
}

/** Creates a log on the terminal's stderr. */
export function createLog(format: LogFormat, { stderr, env }: Terminal): Log {
  if (format === "json") {
    return (level, event, text, fields = {}) => {
      const time = new Date().toISOString();
      stderr.write(`${JSON.stringify({ time, level, event, text, ...fields })}\n`);
    };
  }
  const style = styleOf(stderr, env);
  const colour = { info: (text: string) => text, warn: style.yellow, error: style.red };
  return (level, _event, text) => {
    const time = new Date().toISOString().slice(11, -1);
    stderr.write(`${style.dim(time)}  ${colour[level](text)}\n`);
  };
}
