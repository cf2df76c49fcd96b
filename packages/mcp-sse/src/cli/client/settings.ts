// What every command that reaches a server takes: where, with which headers, as whom, through which proxy.

import { readFileSync } from "node:fs";
import type { SseClientOptions } from "@mcp-sse/sse-client";
import type { Args } from "../args.ts";
import { CliError, usageError } from "../cli-error.ts";
import type { OptionSpec } from "../command.ts";
import { readTokens } from "../serve/bearer.ts";
import type { Terminal } from "../terminal.ts";
import { agentFor } from "./proxy.ts";

/** The options of these commands. */
export const CLIENT_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  header: {
    short: "H",
    value: "<name: value>",
    multiple: true,
    help: "send this header; secrets: --header-file",
  },
  "header-file": { value: "<file>", help: "send the headers of this file, one per line" },
  "bearer-file": { value: "<file>", help: "send the bearer token of this file" },
  "bearer-env": { value: "<name>", help: "send the bearer token that this variable holds" },
  timeout: {
    value: "<time>",
    help: "how long the endpoint event, and each answer, may take",
    default: "10s",
  },
};

/** What help says under them. */
export const CLIENT_NOTE: string =
  "HTTPS_PROXY, HTTP_PROXY and NO_PROXY name a proxy and what goes past it; NODE_EXTRA_CA_CERTS names a file\n" +
  "of certificates to trust.";

/** Longest wait where none was asked for, in ms. */
const TIMEOUT_MS = 10_000;

/** A server, and how to reach it. */
export interface ClientSettings {
  readonly url: URL;
  readonly options: SseClientOptions;
  /** Of every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Reads them; the URL is the first operand. @throws CliError for what cannot be. */
export function readClientSettings(args: Args, { env }: Terminal): ClientSettings {
  const url = readUrl(args.operands[0]);
  const headers = readHeaders(args);
  const tokens = readTokens({ file: args.text("bearer-file"), variable: args.text("bearer-env") }, env);
  if (tokens !== undefined) headers.authorization = `Bearer ${tokens[0]}`;
  const timeoutMs = args.duration("timeout") ?? TIMEOUT_MS;
  if (timeoutMs === 0) throw usageError("--timeout must be more than 0");
  const agent = agentFor(url, env);
  return {
    url,
    headers,
    timeoutMs,
    options: { headers, endpointTimeoutMs: timeoutMs, ...(agent !== undefined && { agent }) },
  };
}

function readUrl(text: string | undefined): URL {
  if (text === undefined)
    throw usageError("the URL of the server is missing", "As in: http://127.0.0.1:8000/sse");
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw usageError("the URL must begin with http:// or https://", "As in: http://127.0.0.1:8000/sse");
  }
  if (url.username !== "" || url.password !== "") {
    throw usageError("the URL must hold no user and no password", "Send them with --header-file.");
  }
  return url;
}

function readHeaders(args: Args): Record<string, string> {
  const file = args.text("header-file");
  const lines = [...(file === undefined ? [] : linesOf(file)), ...args.list("header")];
  // Without a prototype: `__proto__` is a name as any other.
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    // RFC 9110 §5.1, §5.5: a token, and no control characters.
    const [, name, value] =
      /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*$/.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      throw usageError('a header must be "name: value", in Latin-1 and without control characters');
    }
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, "utf8")
      .split(/\r?\n/)
      .filter((line) => line.trim() !== "");
  } catch (error) {
    throw new CliError(`--header-file: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
