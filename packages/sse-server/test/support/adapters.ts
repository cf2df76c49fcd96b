// The two ways to a handler: a real node:http server, and `fetch` called directly.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { createSseHandler, type SseHandler } from "../../src/handler.ts";
import { toNodeListener } from "../../src/node/listener.ts";
import type { SseHandlerOptions } from "../../src/options.ts";
import type { SseSession } from "../../src/session.ts";
import type { Fetch } from "./client.ts";

export type Accept = (session: SseSession) => void | Promise<void>;

/** A handler that can be asked. */
export interface Served {
  readonly handler: SseHandler;
  readonly fetch: Fetch;
  readonly url: string;
}

export interface Adapter {
  readonly name: string;
  serve(accept: Accept, options?: SseHandlerOptions): Promise<Served>;
}

/** A server on a free loopback port, closed when the test ends. */
export async function listen(server: Server): Promise<{ url: string; port: number }> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port };
}

export const nodeAdapter: Adapter = {
  name: "the node adapter",
  async serve(accept, options) {
    const handler = createSseHandler(accept, options);
    const { url } = await listen(createServer(toNodeListener(handler)));
    onTestFinished(() => handler.close({ graceMs: 0 }));
    return { handler, fetch: (target, init) => fetch(target, init), url: `${url}/sse` };
  },
};

export const fetchAdapter: Adapter = {
  name: "the fetch adapter",
  async serve(accept, options) {
    const handler = createSseHandler(accept, options);
    onTestFinished(() => handler.close({ graceMs: 0 }));
    const ask: Fetch = (target, init) => handler.fetch(new Request(target, init));
    return { handler, fetch: ask, url: "http://localhost/sse" };
  },
};

export const adapters: readonly Adapter[] = [nodeAdapter, fetchAdapter];

/** An `accept` that leaves every session to the test, in the order of their GETs. */
export function collect(): { readonly sessions: SseSession[]; readonly accept: Accept } {
  const sessions: SseSession[] = [];
  return { sessions, accept: (session) => void sessions.push(session) };
}

/** An `accept` that answers every request with its own method. */
export const echo: Accept = async (session) => {
  for await (const message of session) {
    if ("method" in message && "id" in message) {
      await session.write({ jsonrpc: "2.0", id: message.id, result: { method: message.method } });
    }
  }
};
