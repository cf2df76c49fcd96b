// The child's side of a node under test: a real server on a bus, told by its parent what to do.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { PRINCIPAL } from "./bus-client.ts";
import type { NodeOrder, NodeReport } from "./bus-process.ts";

/** The part of the packages under test that a node is made of: the testkit imports nothing of what it tests. */
export interface BusNodeParts {
  createSseHandler(
    accept: (session: BusNodeSession) => void,
    options: {
      bus: object;
      secret: string;
      maxQueuedMessages: number;
      maxBodyBytes: number;
      authorize(request: { readonly headers: Headers }): { principal: string };
    },
  ): BusNodeHandler;
  toNodeListener(handler: never): (req: IncomingMessage, res: ServerResponse) => void;
  /** The bus, of a fresh connection each. */
  createBus(): Promise<{ readonly health: string; deliver(...args: never[]): Promise<unknown> }>;
  /** Makes the inbox deaf, as an application's mistake would. */
  deafen(): void | Promise<void>;
}

interface BusNodeSession extends AsyncIterable<unknown> {
  readonly id: string;
  write(message: object): Promise<void>;
}

interface BusNodeHandler {
  readonly sessionCount: number;
  close(options: { graceMs: number }): Promise<void>;
}

/** Serves until it is told to stop; run in a child that was forked. */
export async function serveBusNode(parts: BusNodeParts): Promise<void> {
  const order = JSON.parse(process.argv[2] ?? "{}") as { skewMs?: number; reads?: boolean };
  const { skewMs = 0, reads = true } = order;
  const now = Date.now;
  if (skewMs !== 0) Date.now = () => now() + skewMs;
  const bus = await parts.createBus();
  let delivers = 0;
  const deliver = bus.deliver.bind(bus);
  bus.deliver = (...args) => {
    delivers++;
    return deliver(...args);
  };
  const received: { session: string; number: number }[] = [];
  const accept = (session: BusNodeSession): void => {
    if (reads) void read(session, received);
  };
  const handler = parts.createSseHandler(accept, {
    bus,
    secret: "of all nodes",
    maxQueuedMessages: reads ? 1_000 : 3,
    maxBodyBytes: 16 * 1024 * 1024,
    authorize: ({ headers }) => ({ principal: headers.get(PRINCIPAL) ?? "" }),
  });
  const server = createServer(parts.toNodeListener(handler as never));
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1", () => {
    process.send?.({ port: (server.address() as AddressInfo).port });
  });
  process.on("disconnect", () => process.exit());
  process.on("message", (asked: NodeOrder) => {
    // A bus may use this channel, too.
    if (asked.number === undefined) return;
    void obey(asked).then((report) => process.send?.({ ...report, answers: asked.number }));
  });

  async function obey({ kind, ms = 0 }: NodeOrder): Promise<NodeReport> {
    if (kind === "stall") {
      const end = performance.now() + ms;
      // Nothing else happens in this process until then.
      while (performance.now() < end);
    } else if (kind === "skew") {
      Date.now = () => now() + ms;
    } else if (kind === "deafen") {
      await parts.deafen();
    } else if (kind === "close") {
      server.close();
      await handler.close({ graceMs: ms });
    }
    const { gc } = globalThis as { gc?: () => void };
    gc?.();
    return {
      received: received.splice(0, kind === "received" ? received.length : 0),
      sessions: handler.sessionCount,
      health: bus.health,
      delivers,
      heapBytes: process.memoryUsage().heapUsed,
    };
  }
}

/** Echoes each message as an event, so that a client sees what became of it. */
async function read(session: BusNodeSession, received: { session: string; number: number }[]): Promise<void> {
  try {
    for await (const message of session) {
      const { number } = (message as { params: { number: number } }).params;
      received.push({ session: session.id, number });
      await session.write({ jsonrpc: "2.0", method: "notifications/echo", params: { number } });
    }
  } catch {
    // The session has ended.
  }
}
