// Connections that never finish what they began, and whether good clients notice. They come from a process of their own: the
// one that measures must not be busy with them.

import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { callLatencies } from "./call-latencies.ts";
import { openSessions } from "./load-client.ts";
import { ServerProcess } from "./server-process.ts";
import type { Cut, SlowPeers } from "./slow-peers.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/server/slow-peers.js", import.meta.url));

export interface LorisOptions {
  readonly connections: number;
  /** So many of them begin in a second. */
  readonly perSecond: number;
  readonly good: number;
  /** After which a request is late, in ms: `headersTimeout` of the server, `bodyTimeoutMs` of ours. */
  readonly deadlineMs: number;
}

/** When the first and the last of many was, in ms after its own start. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

export interface LorisResult {
  readonly quietP99: number;
  readonly p99: number;
  /** Connections that were cut, of those that never end their head and of those that never end their body. */
  readonly cut: { readonly head: number; readonly body: number };
  /** When they were told so. */
  readonly answered: Span;
  /** When they were closed. */
  readonly closed: Span;
  /** How many of them heard which status before. A reset may overtake an answer. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** Opens slow connections beside sessions that call. */
export async function slowLoris({
  connections,
  perSecond,
  good,
  deadlineMs,
}: LorisOptions): Promise<LorisResult> {
  const server = await ServerProcess.start("read", {
    bodyTimeoutMs: deadlineMs,
    headersTimeoutMs: deadlineMs,
  });
  const sessions = await openSessions(server.port, good);
  // Code is compiled before anything is compared.
  await callLatencies(sessions, deadlineMs / 2);
  const quietP99 = await callLatencies(sessions, deadlineMs);
  const endpoint = sessions[0]?.endpoint ?? "/sse";
  const peers: SlowPeers = { port: server.port, endpoint, connections, perSecond };
  const child = fork(PROGRAM, [JSON.stringify(peers)]);
  const told = once(child, "message");
  const p99 = await callLatencies(sessions, (connections / perSecond) * 1000 + deadlineMs + 1_500);
  child.send("enough");
  const [cuts] = (await told) as [Cut[]];
  child.disconnect();
  for (const session of sessions) session.close();
  server.stop();
  const countOf = (wanted: Cut["part"]): number => cuts.filter(({ part }) => part === wanted).length;
  const statuses: Record<string, number> = {};
  for (const { status } of cuts) statuses[status] = (statuses[status] ?? 0) + 1;
  return {
    quietP99,
    p99,
    cut: { head: countOf("head"), body: countOf("body") },
    answered: spanOf(cuts.map(({ answeredMs }) => answeredMs)),
    closed: spanOf(cuts.map(({ closedMs }) => closedMs)),
    statuses,
  };
}

function spanOf(times: readonly number[]): Span {
  return { first: Math.min(...times), last: Math.max(...times) };
}
