// Our clients in whole conversations with the servers that people run.

import type { Script } from "@mcp-sse/example-demo/conversation";
import { converse } from "@mcp-sse/example-demo/conversation";
import { SERVER_NAME } from "@mcp-sse/example-demo/mcp-server";
import type { Peer } from "@mcp-sse/example-demo/peer";
import { connectBare } from "@mcp-sse/example-demo/peers/bare";
import { connectSdkV1 } from "@mcp-sse/example-demo/peers/sdk-v1";
import { connectSdkV2 } from "@mcp-sse/example-demo/peers/sdk-v2";
import { scriptOfEverything, scriptOfServer } from "@mcp-sse/example-demo/scripts";
import { SSEClientTransport } from "mcp-sse/client";
import { afterAll, describe, expect, test } from "vitest";
import type { Cells } from "../src/matrix.ts";
import { cellOf, surprises, writeMatrix } from "../src/matrix.ts";
import type { Served } from "../src/servers.ts";
import * as servers from "../src/servers.ts";
import { goPeers, pythonPeers } from "../src/toolchains.ts";

const clients: Record<string, (url: URL) => Promise<Peer>> = {
  connectSse: connectBare,
  "SDK v1, our transport": (url) => connectSdkV1(new SSEClientTransport(url)),
  "SDK v2, our transport": (url) => connectSdkV2(new SSEClientTransport(url)),
};

const PARALLEL = 32;
const ours = scriptOfServer(SERVER_NAME, PARALLEL);

interface ServerPeer {
  readonly peer: string;
  readonly script: Script;
  start(): Promise<Served>;
  /** Steps that this server fails, and what is wrong with it. */
  readonly faults?: Readonly<Record<string, string>>;
  readonly notRun?: string;
}

const [go, python] = [await goPeers(), await pythonPeers()];
const peers: readonly ServerPeer[] = [
  { peer: "SDK v1 1.32.2, SSEServerTransport on Express", script: ours, start: servers.sdkV1 },
  { peer: "@modelcontextprotocol/server-legacy 2.3.1", script: ours, start: servers.serverLegacy },
  {
    peer: "server-everything 2026.8.31, its sse mode",
    script: scriptOfEverything(8),
    start: servers.everything,
  },
  {
    peer: "mcp-proxy 6.7.19",
    script: ours,
    start: servers.mcpProxy,
    faults: { "ask back": "it relays no request of a server to the client" },
  },
  { peer: "supergateway 4.0.0", script: ours, start: servers.supergateway },
  {
    peer: "Go SDK 1.8.0, SSEHandler",
    script: scriptOfServer("go-server", PARALLEL),
    start: () => servers.foreign(go),
    ...("notRun" in go && go),
  },
  {
    peer: "Python SDK 1.30.0, SseServerTransport",
    script: scriptOfServer("python-server", PARALLEL),
    start: () => servers.foreign(python),
    ...("notRun" in python && python),
  },
];

const rows = new Map<string, Cells>();

describe.each(peers)("$peer", ({ peer, script, start, faults = {}, notRun }) => {
  const cells: string[] = [];
  rows.set(peer, { peer, cells });
  if (notRun !== undefined) {
    console.log(`not run: ${peer}: ${notRun}`);
    cells.push(...Object.keys(clients).map(() => "not run"));
    return;
  }

  test.each(Object.entries(clients))("converses with %s", async (_client, connect) => {
    const served = await start();
    try {
      const steps = await converse(() => connect(served.url), script);
      cells.push(cellOf(steps, faults));
      expect(surprises(steps, faults)).toEqual([]);
    } finally {
      await served.close();
    }
  });
});

afterAll(() => {
  writeMatrix("servers", ["server", ...Object.keys(clients)], [...rows.values()]);
});
