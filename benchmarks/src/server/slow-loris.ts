// Whether connections that send as little as they can are cut, and whether others notice.

import { connect } from "node:net";
import { callLatencies } from "./call-latencies.ts";
import { openSessions } from "./load-client.ts";
import { ServerProcess } from "./server-process.ts";

export interface LorisOptions {
  /** Half of them never end their head, half never end their body. */
  readonly connections: number;
  readonly good: number;
  /** When a head, and when a body, is late, in ms: `headersTimeout` of the server, `bodyTimeoutMs` of ours. */
  readonly deadlineMs: number;
}

export interface LorisResult {
  readonly quietP99: number;
  readonly p99: number;
  /** Connections that were cut, of those that never end their head and of those that never end their body. */
  readonly cut: { readonly head: number; readonly body: number };
  /** When the first and the last of them were, in ms after their start. */
  readonly firstCutMs: number;
  readonly lastCutMs: number;
  /** How many of them heard which status before. A reset may overtake an answer. */
  readonly statuses: Readonly<Record<string, number>>;
}

interface Cut {
  readonly part: "head" | "body";
  readonly ms: number;
  readonly status: string;
}

/** Opens slow connections beside sessions that call. */
export async function slowLoris({ connections, good, deadlineMs }: LorisOptions): Promise<LorisResult> {
  const server = await ServerProcess.start("read", {
    bodyTimeoutMs: deadlineMs,
    headersTimeoutMs: deadlineMs,
  });
  const sessions = await openSessions(server.port, good);
  const quietP99 = await callLatencies(sessions, deadlineMs / 2);
  const cuts: Cut[] = [];
  const endpoint = sessions[0]?.endpoint ?? "/sse";
  const loris = Array.from({ length: connections }, (_, n) =>
    trickle(server.port, n % 2 === 0 ? "head" : "body", endpoint, cuts),
  );
  const p99 = await callLatencies(sessions, deadlineMs * 2.5);
  const times = cuts.map(({ ms }) => ms);
  const countOf = (wanted: Cut["part"]): number => cuts.filter(({ part }) => part === wanted).length;
  const statuses: Record<string, number> = {};
  for (const { status } of cuts) statuses[status] = (statuses[status] ?? 0) + 1;
  const result = {
    quietP99,
    p99,
    cut: { head: countOf("head"), body: countOf("body") },
    firstCutMs: Math.min(...times),
    lastCutMs: Math.max(...times),
    statuses,
  };
  for (const end of loris) end();
  for (const session of sessions) session.close();
  server.stop();
  return result;
}

/** A byte every quarter of a second; tells when the server ends it. */
function trickle(port: number, part: Cut["part"], endpoint: string, cuts: Cut[]): () => void {
  let status = "none";
  const start = performance.now();
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => {});
  socket.write(
    part === "head"
      ? `POST ${endpoint} HTTP/1.1\r\nhost: 127.0.0.1\r\nx: `
      : `POST ${endpoint} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 10000\r\n\r\n`,
  );
  const timer = setInterval(() => socket.write("x"), 250);
  socket.on("data", (chunk) => {
    if (status === "none") status = chunk.toString("latin1").slice(9, 12);
  });
  socket.on("end", () => socket.destroy());
  socket.on("close", () => {
    clearInterval(timer);
    cuts.push({ part, ms: performance.now() - start, status });
  });
  return () => {
    clearInterval(timer);
    socket.destroy();
  };
}
