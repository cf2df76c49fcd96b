// A server whose sessions have a memory, so that it shows when one is lost.

import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

/** What the server saw, over all of its sessions. */
export interface Seen {
  initialized: number;
  /** The names that were remembered, in order. */
  readonly remembered: string[];
  /** Calls that never end by themselves. */
  waiting: number;
}

/** Makes the server of one session. */
export function createServer(seen: Seen): McpServer {
  const names: string[] = [];
  const server = new McpServer({ name: "memory", version: "1.0.0" });
  server.server.oninitialized = () => {
    seen.initialized++;
  };
  server.registerTool("remember", { inputSchema: z.object({ name: z.string() }) }, async ({ name }) => {
    names.push(name);
    seen.remembered.push(name);
    return { content: [{ type: "text", text: names.join(" ") }] };
  });
  server.registerTool("wait", {}, () => {
    seen.waiting++;
    return new Promise<never>(() => {});
  });
  return server;
}
