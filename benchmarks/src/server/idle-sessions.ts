// What an idle session costs in memory, and whether keeping all of them alive holds up the event loop.

import { setTimeout as sleep } from "node:timers/promises";
import { type LoadSession, openSessions } from "./load-client.ts";
import type { PeerName } from "./peers.ts";
import { ServerProcess } from "./server-process.ts";
import type { LongestTurn } from "./turns.ts";

export interface IdleResult {
  /** Growth of the process per session, in bytes. */
  readonly rss: number;
  readonly heap: number;
  /** Sessions that heard something within one period of the keep-alive. */
  readonly keptAlive: number;
  /** The longest turn of the event loop meanwhile. */
  readonly longestTurn: LongestTurn;
}

/** Opens sessions that do nothing, and waits a period of the keep-alive. */
export async function idleSessions(
  peer: PeerName,
  sessions: number,
  keepAliveMs: number,
): Promise<IdleResult> {
  const server = await ServerProcess.start(peer, { keepAliveMs });
  // Code is compiled and tables have grown before anything is counted.
  for (const session of await openSessions(server.port, 200)) session.close();
  await server.holds(0);
  const base = await server.ask("memory");
  const open = await openSessions(server.port, sessions);
  await server.holds(sessions);
  const { rss, heap } = await server.ask("memory");
  const heard = open.map(({ bytes }) => bytes);
  await server.ask("longestTurn");
  await sleep(keepAliveMs);
  const longestTurn = await server.ask("longestTurn");
  const keptAlive = open.filter(({ bytes }, n) => bytes > (heard[n] ?? 0)).length;
  close(open);
  server.stop();
  return { rss: (rss - base.rss) / sessions, heap: (heap - base.heap) / sessions, keptAlive, longestTurn };
}

function close(sessions: readonly LoadSession[]): void {
  for (const session of sessions) session.close();
}
