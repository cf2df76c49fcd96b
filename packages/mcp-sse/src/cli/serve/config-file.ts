// The file that hosts of MCP already have: { "mcpServers": { "<name>": { "command", "args", "env", "cwd" } } }.

import { readFileSync } from "node:fs";
import type { StdioCommand } from "@mcp-sse/bridge";
import { CliError } from "../cli-error.ts";

/** The servers of a file, by name, and what of it is none that can be served. */
export interface ConfigFile {
  readonly servers: ReadonlyMap<string, StdioCommand>;
  /** Entries that were left out, with the reason. */
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
}

/** What hosts call the URL of a server that is not started. */
const URL_KEYS = ["url", "serverUrl", "httpUrl"];

/** Of a name: words of letters in any script, digits and `._~-`. */
const SEGMENT = /^(?!\.{1,2}$)[@\p{L}\p{M}\p{N}_.~-]+( [\p{L}\p{M}\p{N}_.~-]+)*$/u;

/** Reads a file. Of its values nothing is told: they hold secrets. @throws CliError that names what is wrong. */
export function readConfigFile(path: string): ConfigFile {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new CliError(`--config: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return parseConfig(path, text);
}

function parseConfig(path: string, text: string): ConfigFile {
  const wrong = (rule: string): CliError => new CliError(`--config: ${path}: ${rule}`);
  let value: unknown;
  try {
    // What editors of Windows put before it is no part of it.
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    // Of the parser's words the numbers alone: the others quote the file.
    const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
    const line = position === undefined ? undefined : text.slice(0, Number(position)).split("\n").length;
    throw wrong(line === undefined ? "is not JSON" : `is not JSON: see line ${line}`);
  }
  const entries = isObject(value) ? value.mcpServers : undefined;
  if (entries === undefined && isObject(value) && isObject(value.servers))
    throw wrong('"mcpServers" must be an object; what VS Code calls "servers" goes by that name here');
  if (!isObject(entries)) throw wrong('"mcpServers" must be an object');
  const servers = new Map<string, StdioCommand>();
  const skipped: { name: string; reason: string }[] = [];
  for (const [name, entry] of Object.entries(entries)) {
    // It becomes part of a path: `@acme/files` of two segments.
    if (!name.split("/").every((segment) => SEGMENT.test(segment))) {
      skipped.push({ name, reason: "its name must be of letters, digits and ._~-@/" });
      continue;
    }
    const read = readEntry(entry);
    if (typeof read !== "string") servers.set(name, read);
    else if (read.startsWith("must")) throw wrong(`"${name}" ${read}`);
    else skipped.push({ name, reason: read });
  }
  if (servers.size === 0)
    throw wrong(
      `holds no server with a command${skipped.map(({ name, reason }) => `; ${JSON.stringify(name)}: ${reason}`).join("")}`,
    );
  return { servers, skipped };
}

/** A string that begins with "must" is a mistake, another a reason to leave it out. */
function readEntry(entry: unknown): StdioCommand | string {
  if (!isObject(entry)) return "must be an object";
  const { command, args = [], env = {}, cwd, disabled } = entry;
  if (disabled === true) return "it is disabled";
  if (command === undefined && URL_KEYS.some((key) => isText(entry[key])))
    return "it has a url, not a command";
  if (typeof command !== "string" || command === "") return 'must have a "command" that is a string';
  if (!Array.isArray(args) || !args.every(isText)) return 'must have "args" that are strings';
  if (!isObject(env) || !Object.values(env).every(isText)) return 'must have "env" values that are strings';
  if (cwd !== undefined && !isText(cwd)) return 'must have a "cwd" that is a string';
  return { command, args, env: env as Record<string, string>, ...(cwd !== undefined && { cwd }) };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
