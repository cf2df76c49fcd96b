// The slow connections of slow-loris.ts, in a process of their own: each sends a byte every quarter of a second.
//
//     node slow-peers.js '{"port":…,"endpoint":"…","connections":2000,"perSecond":500}'

import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** What the process is told. */
export interface SlowPeers {
  readonly port: number;
  readonly endpoint: string;
  readonly connections: number;
  readonly perSecond: number;
}

/** A connection that the server ended. Times are in ms after it was there. */
export interface Cut {
  readonly part: "head" | "body";
  readonly status: string;
  readonly answeredMs: number;
  readonly closedMs: number;
}

const BATCH_MS = 20;

const { port, endpoint, connections, perSecond } = JSON.parse(process.argv[2] ?? "{}") as SlowPeers;
const cuts: Cut[] = [];
let told = false;
process.on("message", tell);
process.on("disconnect", () => process.exit());

for (let begun = 0; begun < connections; await sleep(BATCH_MS)) {
  const until = Math.min(connections, begun + (perSecond * BATCH_MS) / 1000);
  for (; begun < until; begun++) trickle(begun % 2 === 0 ? "head" : "body");
}

function trickle(part: Cut["part"]): void {
  let status = "none";
  let start = performance.now();
  let answeredMs = Number.NaN;
  const socket = connect({ port, host: "127.0.0.1" }, () => {
    start = performance.now();
  });
  socket.on("error", () => {});
  socket.write(
    part === "head"
      ? `POST ${endpoint} HTTP/1.1\r\nhost: 127.0.0.1\r\nx: `
      : `POST ${endpoint} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 10000\r\n\r\n`,
  );
  const timer = setInterval(() => socket.write("x"), 250);
  socket.on("data", (chunk) => {
    if (status !== "none") return;
    status = chunk.toString("latin1").slice(9, 12);
    answeredMs = performance.now() - start;
  });
  socket.on("end", () => socket.destroy());
  socket.on("close", () => {
    clearInterval(timer);
    const closedMs = performance.now() - start;
    cuts.push({ part, status, closedMs, answeredMs: status === "none" ? closedMs : answeredMs });
    if (cuts.length === connections) tell();
  });
}

/** Once: when all were cut, or when it is asked. */
function tell(): void {
  if (!told) process.send?.(cuts);
  told = true;
}
