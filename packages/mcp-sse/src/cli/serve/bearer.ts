// Who may use the server: whoever sends one of the tokens. They are compared in constant time, and shown to nobody.

import { readFileSync } from "node:fs";
import type { Authorization, SseRequest } from "@mcp-sse/sse-server";
import { CliError } from "../cli-error.ts";
import type { Terminal } from "../terminal.ts";

const CHALLENGE = 'Bearer realm="mcp-sse"';

/** Where tokens come from: never argv, which every user of the machine can read. */
export interface BearerSource {
  readonly file: string | undefined;
  readonly variable: string | undefined;
}

/**
 * Reads the tokens: one per line of the file, or the value of the variable.
 *
 * @returns `undefined` where neither is named. @throws CliError if there is none, or one that no client could send.
 */
export function readTokens(
  { file, variable }: BearerSource,
  env: Terminal["env"],
): readonly string[] | undefined {
  if (file === undefined && variable === undefined) return undefined;
  const tokens: string[] = [];
  if (file !== undefined) tokens.push(...linesOf(file));
  if (variable !== undefined) {
    const value = env[variable]?.trim() ?? "";
    if (value === "") throw new CliError(`--bearer-env: the variable ${variable} is not set`);
    tokens.push(value);
  }
  if (tokens.length === 0) throw new CliError(`--bearer-file: ${file} holds no token`);
  // RFC 6750 §2.1: b64token
  if (!tokens.every((token) => /^[\w.~+/-]+=*$/.test(token))) {
    throw new CliError("a bearer token holds letters, digits and -._~+/ only");
  }
  return tokens;
}

/** Makes `authorize`: a session belongs to the token that opened it. */
export function bearerAuthorize(tokens: readonly string[]): (request: SseRequest) => Authorization {
  // Loaded by those who use it: it brings OpenSSL along.
  const { createHash, timingSafeEqual } = process.getBuiltinModule("node:crypto");
  const digest = (token: string): Buffer => createHash("sha256").update(token).digest();
  const digests = tokens.map(digest);
  return ({ headers }) => {
    const authorization = headers.get("authorization");
    if (authorization === null) return { refuse: 401, wwwAuthenticate: CHALLENGE };
    const [, token = ""] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
    const given = digest(token);
    // All of them, whichever fits: how long it takes says nothing about any.
    let found = -1;
    for (const [i, known] of digests.entries()) if (timingSafeEqual(given, known)) found = i;
    if (found === -1) return { refuse: 401, wwwAuthenticate: `${CHALLENGE}, error="invalid_token"` };
    return { principal: `token ${found + 1}` };
  };
}

function linesOf(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new CliError(`--bearer-file: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return text.split(/\r?\n/).flatMap((line) => line.trim() || []);
}
