// An application that comes back after its server dropped the stream. HTTP+SSE cannot resume a session, so coming back is
// the application's business: a new connection, `initialize` again, and only what it decides to ask again.

import { createBackoff } from "@mcp-sse/bridge";
import { Client } from "@modelcontextprotocol/client";
import { SSEClientTransport } from "mcp-sse/client";
import { serveSse } from "mcp-sse/node";
import { createServer, type Seen } from "./memory-server.ts";
import { stayConnected } from "./stay-connected.ts";

const seen: Seen = { initialized: 0, remembered: [], waiting: 0 };
const server = await serveSse(() => createServer(seen));

const done = new AbortController();
let sessions = 0;

await stayConnected({
  signal: done.signal,
  // Shorter than an application would have it, which can wait for seconds.
  backoff: createBackoff({ firstMs: 100, mostMs: 1_000, stableMs: 1_000 }),
  async open() {
    // New ones each time: neither can be connected again.
    const client = new Client({ name: "comes back", version: "1.0.0" });
    await client.connect(new SSEClientTransport(server.url));
    return client;
  },
  async use(client) {
    const session = ++sessions;
    const ended = new Promise<void>((resolve) => {
      client.onclose = resolve;
    });
    const remembered = await client.callTool({ name: "remember", arguments: { name: `session-${session}` } });
    console.log(`session ${session} remembers:`, textOf(remembered.content));
    if (session === 3) {
      done.abort();
      await client.close();
      return;
    }
    const pending = client.callTool({ name: "wait" });
    pending.catch(() => {});
    while (seen.waiting < session) await new Promise((resolve) => setTimeout(resolve, 5));
    // What a restart, a proxy or a laptop's lid does to it.
    for (const each of server.handler.sessions()) void each.close();
    await ended;
    // Nobody knows whether it was done. This application does not ask again; another one may, if that is harmless.
    await pending;
  },
  onDown: (why, waitMs) => console.log(`down: ${String(why)}; next attempt in ${waitMs.toFixed(0)} ms`),
});
await server.close();

// Each session was initialized, remembers nothing of the one before, and nothing was sent twice.
const expected: Seen = { initialized: 3, remembered: ["session-1", "session-2", "session-3"], waiting: 2 };
if (JSON.stringify(seen) !== JSON.stringify(expected)) {
  console.error("the server saw", seen);
  process.exitCode = 1;
}

function textOf(content: unknown): string {
  const [first] = content as readonly { readonly text: string }[];
  return first?.text ?? "";
}
