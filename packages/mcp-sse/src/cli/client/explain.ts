// What went wrong between us and a server, for a person: what it was, and what would help.

import type { SseClientError, SseClientErrorCode } from "@mcp-sse/sse-client";
import { CliError } from "../cli-error.ts";
import { failureHint } from "./failure-hint.ts";

const HINTS: Partial<Record<SseClientErrorCode, string>> = {
  ERR_SSE_NETWORK: "Does it run, and is it reached from here? mcp-sse doctor <url> looks closer.",
  ERR_SSE_CONTENT_TYPE: "Is this the URL of the SSE endpoint? Often it ends in /sse.",
  ERR_SSE_FIRST_EVENT: "It sends events, but not MCP's: the first must be `endpoint`.",
  ERR_SSE_NO_ENDPOINT: "It ended the stream at once: its own log says why.",
  ERR_SSE_ENDPOINT_TIMEOUT: "A proxy may hold events back: mcp-sse doctor <url> finds out.",
  ERR_SSE_ENDPOINT_ORIGIN: "Behind a proxy, the server must be told its public URL.",
  ERR_SSE_REDIRECT: "Use the URL that it leads to, if you trust it.",
  ERR_SSE_UNAUTHORIZED: "Send a token with --bearer-env or --bearer-file.",
};

const STATUS_HINTS: Readonly<Record<number, string>> = {
  401: "Send a token with --bearer-env or --bearer-file.",
  403: "It refuses this client, its Host or its Origin: see the options that it was started with.",
  404: "Is this the path of the SSE endpoint? Often it is /sse.",
  405: "It may speak Streamable HTTP only, which needs another client.",
  503: "It is full, or is being stopped: try again later.",
};

/** The error of a command for what `connectSse`, or a write, was rejected with. */
export function explained(error: unknown): CliError {
  if (error instanceof CliError) return error;
  const { code, status, message } = error as Partial<SseClientError>;
  if (code === undefined || !code.startsWith("ERR_SSE_")) {
    return new CliError(error instanceof Error ? error.message : String(error), { cause: error });
  }
  // The agents' own words: nothing of them is the server's.
  const { code: below, message: why } =
    ((error as { readonly cause?: unknown }).cause as Partial<NodeJS.ErrnoException>) ?? {};
  if (below === "ERR_PROXY_REFUSED" && why !== undefined) {
    return new CliError(why, {
      cause: error,
      hints: ["Does the proxy's URL in the environment hold the right user and password?"],
    });
  }
  const hint = (status === undefined ? failureHint(below) : STATUS_HINTS[status]) ?? HINTS[code];
  return new CliError(message ?? code, { cause: error, ...(hint !== undefined && { hints: [hint] }) });
}
