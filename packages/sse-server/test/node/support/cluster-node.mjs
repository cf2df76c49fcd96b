// One node on a bus through the process that forked it.

import { createSseHandler } from "@mcp-sse/sse-server";
import { clusterBus, toNodeListener } from "@mcp-sse/sse-server/node";
import { serveBusNode } from "@mcp-sse/testkit/node";

await serveBusNode({
  createSseHandler,
  toNodeListener,
  createBus: async () => clusterBus(),
  deafen: () => undefined,
});
