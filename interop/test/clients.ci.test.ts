// The clients that people run, in conversations with our server.

import { accessSync } from "node:fs";
import { converse } from "@mcp-sse/example-demo/conversation";
import { createServer, SERVER_NAME } from "@mcp-sse/example-demo/mcp-server";
import type { Peer } from "@mcp-sse/example-demo/peer";
import { scriptOfServer } from "@mcp-sse/example-demo/scripts";
import type { SseHandlerOptions } from "mcp-sse";
import { serveSse } from "mcp-sse/node";
import { afterAll, describe, expect, test } from "vitest";
import type { Outcome } from "../src/clients.ts";
import * as clients from "../src/clients.ts";
import { openPage } from "../src/event-source.ts";
import type { Cells } from "../src/matrix.ts";
import { cellOf, surprises, writeMatrix } from "../src/matrix.ts";
import { goPeers, pythonPeers } from "../src/toolchains.ts";

const script = scriptOfServer(SERVER_NAME, 32);
const whole =
  (connect: (url: URL) => Promise<Peer>) =>
  (url: URL): Promise<Outcome[]> =>
    converse(() => connect(url), script);

interface ClientPeer {
  readonly peer: string;
  talk(url: URL): Promise<Outcome[]>;
  /** Steps that this client fails, and what is wrong with it. */
  readonly faults?: Readonly<Record<string, string>>;
  readonly notRun?: string | undefined;
}

const [go, python] = [await goPeers(), await pythonPeers()];
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const curlIsMissing = isMissing("/usr/bin/curl");
const peers: readonly ClientPeer[] = [
  { peer: "SDK v1 1.32.2, its SSEClientTransport", talk: whole(clients.sdkV1) },
  { peer: "SDK v2 2.4.0, its SSEClientTransport", talk: whole(clients.sdkV2) },
  { peer: "mcp-remote 0.15.1", talk: whole(clients.throughMcpRemote) },
  { peer: "@ai-sdk/mcp 1.0.102", talk: clients.aiSdk },
  { peer: "Inspector 0.15.0, command line", talk: clients.inspector },
  {
    peer: "Go SDK 1.8.0, SSEClientTransport",
    talk: (url) => clients.foreign(go, url),
    ...("notRun" in go && go),
  },
  {
    peer: "Python SDK 1.30.0, sse_client",
    talk: (url) => clients.foreign(python, url),
    ...("notRun" in python && python),
  },
  { peer: "curl", talk: clients.curl, notRun: curlIsMissing ? "curl is not installed" : undefined },
];

const rows = new Map<string, Cells>();

async function served(
  talk: (url: URL) => Promise<Outcome[]>,
  options: SseHandlerOptions = {},
): Promise<Outcome[]> {
  const { url, handler, close } = await serveSse(() => createServer(() => {}), options);
  try {
    const outcomes = await talk(new URL(url));
    await expect.poll(() => handler.sessionCount, { timeout: 10_000 }).toBe(0);
    return outcomes;
  } finally {
    await close();
  }
}

function judge(peer: string, outcomes: readonly Outcome[], faults: Readonly<Record<string, string>>): void {
  rows.set(peer, { peer, cells: [cellOf(outcomes, faults)] });
  expect(outcomes.length).toBeGreaterThan(0);
  expect(surprises(outcomes, faults)).toEqual([]);
}

describe("our server converses with", () => {
  for (const { peer, talk, faults = {}, notRun } of peers) {
    rows.set(peer, { peer, cells: ["not run"] });
    if (notRun !== undefined) console.log(`not run: ${peer}: ${notRun}`);
    else test(peer, async () => judge(peer, await served(talk), faults));
  }

  const page = "EventSource in Chromium, from another origin";
  rows.set(page, { peer: page, cells: ["not run"] });
  if (isMissing(chromium)) console.log(`not run: ${page}: no Chromium here`);
  else
    test(page, async () => {
      const { origin, talk, close } = await openPage(chromium);
      try {
        judge(page, await served(talk, { allowedOrigins: [origin], cors: true }), {});
      } finally {
        await close();
      }
    });
});

afterAll(() => {
  writeMatrix("clients", ["client", "our server"], [...rows.values()]);
});

function isMissing(path: string): boolean {
  try {
    accessSync(path);
    return false;
  } catch {
    return true;
  }
}
