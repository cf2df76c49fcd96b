// A worker in workerd, bundled with the conditions that wrangler uses.

import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import type { Served } from "./subject.ts";

/** @param entry - a module of this folder's parent. */
export async function serveWorker(entry: string, path: string): Promise<Served> {
  const bundle = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    write: false,
    format: "esm",
    conditions: ["mcp-sse-source", "workerd", "worker", "browser"],
    external: ["cloudflare:workers"],
  });
  const miniflare = new Miniflare({
    modules: [{ type: "ESModule", path: "worker.js", contents: bundle.outputFiles[0]?.text ?? "" }],
    compatibilityDate: "2026-04-01",
    durableObjects: { MCP: "McpSessions" },
    // It prints a stack for each client that leaves.
    handleRuntimeStdio(stdout: Readable, stderr: Readable) {
      stdout.resume();
      stderr.resume();
    },
    host: "127.0.0.1",
    port: 0,
  });
  const url = new URL(path, await miniflare.ready);
  return { url, close: () => miniflare.dispose() };
}
