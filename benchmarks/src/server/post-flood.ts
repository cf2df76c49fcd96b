// Whether a flood of POSTs, most of them bad, harms those who behave.

import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { windowsOf } from "./call-latencies.ts";
import type { MemorySample } from "./commands.ts";
import { openSessions } from "./load-client.ts";
import { ServerProcess } from "./server-process.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/server/flood.js", import.meta.url));

export interface FloodOptions {
  readonly good: number;
  readonly connections: number;
  readonly ms: number;
  readonly windows?: number;
}

export interface FloodResult {
  /** Time of a call of a good session, in ms, without the flood and in it. */
  readonly quietP99: number;
  readonly p99: number;
  /** The same of each window, where there are several. */
  readonly quietP99s: readonly number[];
  readonly p99s: readonly number[];
  /** POSTs that the flood sent. */
  readonly posts: number;
  /** Bad ones that were not answered as they should be. */
  readonly wrong: Record<string, number>;
  readonly before: MemorySample;
  readonly after: MemorySample;
}

/** Floods a server while good sessions call it. */
export async function postFlood({ good, connections, ms, windows = 1 }: FloodOptions): Promise<FloodResult> {
  const server = await ServerProcess.start("read");
  const sessions = await openSessions(server.port, good);
  const quietP99s = await windowsOf(sessions, windows === 1 ? Math.min(ms, 3_000) : ms / 6, windows);
  const flood = fork(PROGRAM, [JSON.stringify({ port: server.port, connections, badPart: 0.7 })]);
  await once(flood, "message");
  // The flood's own sessions and compiled code are there before memory is compared.
  await sleep(Math.min(ms / 4, 5_000));
  const before = await server.ask("memory");
  const p99s = await windowsOf(sessions, ms, windows);
  const after = await server.ask("memory");
  flood.send("report");
  const [{ posts, wrong }] = (await once(flood, "message")) as [
    { posts: number; wrong: Record<string, number> },
  ];
  flood.disconnect();
  for (const session of sessions) session.close();
  await server.holds(0);
  server.stop();
  const [quietP99, p99] = [Math.max(...quietP99s), Math.max(...p99s)];
  return { quietP99, p99, quietP99s, p99s, posts, wrong, before, after };
}
