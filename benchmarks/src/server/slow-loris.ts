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
  /** Connections that were cut, and the last one, in ms after its start. */
  readonly cut: number;
  readonly lastCutMs: number;
}

/** Opens slow connections beside sessions that call. */
export async function slowLoris({ connections, good, deadlineMs }: LorisOptions): Promise<LorisResult> {
  const server = await ServerProcess.start("read", {
    bodyTimeoutMs: deadlineMs,
    headersTimeoutMs: deadlineMs,
  });
  const sessions = await openSessions(server.port, good);
  const quietP99 = await callLatencies(sessions, deadlineMs / 2);
  const times: number[] = [];
  const endpoint = sessions[0]?.endpoint ?? "/sse";
  const loris = Array.from({ length: connections }, (_, n) =>
    trickle(server.port, n % 2 === 0 ? "head" : "body", endpoint, times),
  );
  const p99 = await callLatencies(sessions, deadlineMs * 2.5);
  const result = { quietP99, p99, cut: times.length, lastCutMs: Math.max(...times) };
  for (const end of loris) end();
  for (const session of sessions) session.close();
  server.stop();
  return result;
}

/** A byte every quarter of a second; tells when the server ends it. */
function trickle(port: number, part: "head" | "body", endpoint: string, times: number[]): () => void {
  const start = performance.now();
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => {});
  socket.write(
    part === "head"
      ? `POST ${endpoint} HTTP/1.1\r\nhost: 127.0.0.1\r\nx: `
      : `POST ${endpoint} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 10000\r\n\r\n`,
  );
  const timer = setInterval(() => socket.write("x"), 250);
  socket.resume();
  socket.on("end", () => socket.destroy());
  socket.on("close", () => {
    clearInterval(timer);
    times.push(performance.now() - start);
  });
  return () => {
    clearInterval(timer);
    socket.destroy();
  };
}
