// An instance without a bus: a POST that is not for it is 404.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeListener } from "mcp-sse/node";
import { createSseHandler, type SseHandlerOptions } from "mcp-sse/server";
import { onTestFinished } from "vitest";

/** What one instance saw. */
export interface Instance {
  /** As nginx names it. */
  readonly host: string;
  readonly opened: () => number;
  /** POSTs for sessions of another instance. */
  readonly misrouted: () => number;
}

/** Starts one on a free port; it ends with the test. */
export async function startInstance(options: SseHandlerOptions = {}): Promise<Instance> {
  let opened = 0;
  let misrouted = 0;
  const handler = createSseHandler(() => {}, {
    ...options,
    observer: {
      opened() {
        opened++;
      },
      refused({ refusal }) {
        if (refusal === "UNKNOWN_SESSION") misrouted++;
      },
    },
  });
  const server = createServer(toNodeListener(handler));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    await handler.close({ graceMs: 0 });
    server.closeAllConnections();
    server.close();
  });
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    opened: () => opened,
    misrouted: () => misrouted,
  };
}
