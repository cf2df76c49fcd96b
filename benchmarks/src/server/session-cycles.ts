// Whether sessions that were opened and closed, however they ended, leave anything behind.

import { connect } from "node:net";
import type { MemorySample } from "./commands.ts";
import { eachOf } from "./each-of.ts";
import { LoadSession } from "./load-client.ts";
import type { PeerName } from "./peers.ts";
import { ServerProcess } from "./server-process.ts";
import { SSE_PATH } from "./wire.ts";

const ENDS = ["fin", "reset", "early abort"] as const;

/** Addresses of loopback from which the client comes: one alone runs out of ports. */
const ADDRESSES = 200;

export interface CyclesResult {
  readonly before: MemorySample;
  readonly after: MemorySample;
  /** Looks meanwhile, when a part of the cycles was over; the last is `after`. */
  readonly looks: readonly MemorySample[];
  /** Sessions that the server still holds. */
  readonly held: number;
}

/** Opens and closes sessions, by turns with a FIN, with a reset, and before they were answered. */
export async function sessionCycles(peer: PeerName, cycles: number, parts = 1): Promise<CyclesResult> {
  const server = await ServerProcess.start(peer);
  await run(server.port, Math.min(cycles, 3_000));
  await server.holds(0);
  const before = await server.ask("memory");
  const looks: MemorySample[] = [];
  for (let part = 0; part < parts; part++) {
    await run(server.port, Math.ceil(cycles / parts));
    await server.holds(0);
    looks.push(await server.ask("memory"));
  }
  const held = await server.ask("count");
  server.stop();
  return { before, looks, after: looks.at(-1) ?? before, held };
}

async function run(port: number, cycles: number): Promise<void> {
  let cycle = 0;
  await eachOf(24, cycles, async () => {
    const how = ENDS[cycle++ % ENDS.length];
    const localAddress = `127.0.0.${2 + (cycle % ADDRESSES)}`;
    if (how === "fin" || how === "reset") (await LoadSession.open(port, localAddress)).close(how);
    else await abortEarly(port, localAddress);
  });
}

function abortEarly(port: number, localAddress: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    socket.on("error", () => {});
    socket.on("close", () => resolve());
    socket.write(`GET ${SSE_PATH} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`, () => socket.resetAndDestroy());
  });
}
