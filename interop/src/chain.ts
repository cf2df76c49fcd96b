// Two commands of ours back to back: a stdio server, served over HTTP+SSE, reached over stdio again.
//
//     client ── stdio ── mcp-sse connect ══ HTTP+SSE ══ mcp-sse serve ── stdio ── server-everything

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import type { Peer } from "@mcp-sse/example-demo/peer";
import { connectSdkV1 } from "@mcp-sse/example-demo/peers/sdk-v1";
import { connectSdkV2 } from "@mcp-sse/example-demo/peers/sdk-v2";
import { StdioClientTransport as SdkV2Stdio } from "@modelcontextprotocol/client/stdio";
import { StdioClientTransport as SdkV1Stdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { npx } from "./npx.ts";
import { start } from "./process.ts";

const fromHere = createRequire(import.meta.url);
const bin = fromHere.resolve("mcp-sse/package.json").replace("package.json", "dist/cli/bin.cjs");
const everything = createRequire(fromHere.resolve("@mcp-sse/example-demo/everything")).resolve(
  "@modelcontextprotocol/server-everything/dist/index.js",
);

/** `mcp-sse serve` before server-everything, on a free port. */
export async function serveEverything(): Promise<{ readonly url: URL; close(): Promise<void> }> {
  const serve = start(["node", [bin, "serve", "--port", "0", "--", "node", everything, "stdio"]], 110_000);
  const url = new URL(await serve.line(/http:\S+/));
  return { url, close: serve.kill };
}

const throughConnect = (url: URL) => ({
  command: "node",
  args: [bin, "connect", url.href],
  stderr: "ignore" as const,
});

export const sdkV1 = (url: URL): Promise<Peer> => connectSdkV1(new SdkV1Stdio(throughConnect(url)));
export const sdkV2 = (url: URL): Promise<Peer> => connectSdkV2(new SdkV2Stdio(throughConnect(url)));

/** What the Inspector's command line prints of one request, through `mcp-sse connect`. */
export async function inspect(url: URL, ...request: readonly string[]): Promise<unknown> {
  const { command, args } = throughConnect(url);
  const peer = start(npx("@modelcontextprotocol/inspector", "--cli", command, ...args, ...request));
  return JSON.parse((await peer.output).join("\n"));
}

/** Every line that `mcp-sse connect` prints, up to the answer to the last of `messages`, which has the id 1. */
export async function linesOf(url: URL, messages: readonly object[]): Promise<Record<string, unknown>[]> {
  const { command, args } = throughConnect(url);
  const host = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
  const lines: Record<string, unknown>[] = [];
  for (const message of messages) host.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  for await (const line of createInterface({ input: host.stdout })) {
    const message = JSON.parse(line) as Record<string, unknown>;
    lines.push(message);
    if (message.id === 1) host.stdin.end();
  }
  return lines;
}
