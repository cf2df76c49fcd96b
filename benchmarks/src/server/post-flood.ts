// Whether a flood of POSTs, most of them bad, harms those who behave.

import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { callLatencies } from "./call-latencies.ts";
import type { MemorySample } from "./commands.ts";
import { openSessions } from "./load-client.ts";
import { ServerProcess } from "./server-process.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/server/flood.js", import.meta.url));

export interface FloodOptions {
  readonly good: number;
  readonly connections: number;
  readonly ms: number;
}

export interface FloodResult {
  /** Time of a call of a good session, in ms, without the flood and in it. */
  readonly quietP99: number;
  readonly p99: number;
  /** POSTs that the flood sent. */
  readonly posts: number;
  /** Bad ones that were not answered as they should be. */
  readonly wrong: Record<string, number>;
  readonly before: MemorySample;
  readonly after: MemorySample;
}

/** Floods a server while good sessions call it. */
export async function postFlood({ good, connections, ms }: FloodOptions): Promise<FloodResult> {
  const server = await ServerProcess.start("read");
  const sessions = await openSessions(server.port, good);
  const quietP99 = await callLatencies(sessions, Math.min(ms, 3_000));
  const flood = fork(PROGRAM, [JSON.stringify({ port: server.port, connections, badPart: 0.7 })]);
  await once(flood, "message");
  // The flood's own sessions and compiled code are there before memory is compared.
  await sleep(Math.min(ms / 4, 5_000));
  const before = await server.ask("memory");
  const p99 = await callLatencies(sessions, ms);
  const after = await server.ask("memory");
  flood.send("report");
  const [{ posts, wrong }] = (await once(flood, "message")) as [
    { posts: number; wrong: Record<string, number> },
  ];
  flood.disconnect();
  for (const session of sessions) session.close();
  await server.holds(0);
  server.stop();
  return { quietP99, p99, posts, wrong, before, after };
}
