// The main job on real input. One MCP server made with the official SDK is served over HTTP+SSE; our bare
// client, the SDK's v1 and its v2 each hold a whole conversation with it; then our client talks to the official
// `server-everything`. Exits 0 only if every answer of every step was verified.

import { strict as assert } from "node:assert";
import { SSEClientTransport as SdkTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import type { SseHandler } from "mcp-sse";
import { SSEClientTransport as OurTransport } from "mcp-sse/client";
import { serveSse } from "mcp-sse/node";
import type { Script } from "./conversation.ts";
import { converse } from "./conversation.ts";
import { startEverything } from "./everything.ts";
import { createServer, SERVER_NAME } from "./mcp-server.ts";
import type { Row } from "./output.ts";
import { failure, heading, isVerified, legend, table, wireLine } from "./output.ts";
import type { Peer } from "./peer.ts";
import { connectBare } from "./peers/bare.ts";
import { connectSdkV1 } from "./peers/sdk-v1.ts";
import { connectSdkV2 } from "./peers/sdk-v2.ts";
import { scriptOfEverything, scriptOfServer } from "./scripts.ts";
import { createSightings } from "./sightings.ts";
import { tapWire } from "./wire-tap.ts";

const rows: Row[] = [];
const sightings = createSightings();

async function run(pair: string, connect: () => Promise<Peer>, script: Script): Promise<void> {
  const steps = await converse(connect, script);
  rows.push({ pair, steps });
  for (const { name, error } of steps) if (error !== undefined) failure(`${pair}: ${name}`, error);
}

function demoScript(handler: SseHandler, parallel: number): Script {
  const cancelled = sightings.count("cancelled") + 1;
  const closed = sightings.count("closed") + 1;
  const script = scriptOfServer(SERVER_NAME, parallel);
  return {
    ...script,
    wait: { ...script.wait, cancelled: () => sightings.reach("cancelled", cancelled) },
    async ended() {
      await sightings.reach("closed", closed);
      assert.equal(sightings.count("closed"), closed, "the server was told once that the session ended");
      assert.equal(handler.sessionCount, 0, "the server holds no session");
    },
  };
}

const served = await serveSse(() => createServer(() => sightings.mark("cancelled")), {
  observer: { closed: () => sightings.mark("closed") },
});
console.log(`An MCP server of the official SDK, over HTTP+SSE at ${served.url}`);

heading("One session on the wire: our client alone, no SDK (> client, < server)");
const tap = await tapWire(new URL(served.url), wireLine);
await run("connectSse -> serveSse", () => connectBare(tap.url), demoScript(served.handler, 2));
await tap.close();

const url = new URL(served.url);
await run(
  "SDK v1, its transport -> serveSse",
  () => connectSdkV1(new SdkTransport(url)),
  demoScript(served.handler, 32),
);
await run(
  "SDK v2, our transport -> serveSse",
  () => connectSdkV2(new OurTransport(url)),
  demoScript(served.handler, 32),
);
await served.close();

const everything = await startEverything();
await run("connectSse -> server-everything", () => connectBare(everything.url), scriptOfEverything(4));
await everything.close();

heading("What each pair did, in milliseconds");
table(rows);
legend(rows);
process.exitCode = rows.length === 4 && rows.every(isVerified) ? 0 : 1;
