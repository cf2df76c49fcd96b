// Sends by the thousand, and what they may leave: for both sizes of their test.

import { createWatchedSignal, until } from "@mcp-sse/testkit";
import { expect, onTestFinished } from "vitest";
import { connectSse } from "../src/connect.ts";
import type { SseClientOptions } from "../src/options.ts";
import { isNodeHttp } from "./peer/platform.ts";
import { serveSse } from "./peer/sse-server.ts";
import { watchTimers } from "./watch-timers.ts";

const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" }) as const;

/** The names of the warnings that a process of Node prints from now on: of too many listeners, for one. */
function watchWarnings(): string[] {
  const warnings: string[] = [];
  if (!isNodeHttp) return warnings;
  const onWarning = ({ name }: Error) => warnings.push(name);
  process.on("warning", onWarning);
  onTestFinished(() => void process.off("warning", onWarning));
  return warnings;
}

/** Sends so many requests, ten at a time, and fails for whatever there is more of afterwards. */
export async function leaveNothing(options: SseClientOptions, sends: number): Promise<void> {
  const warnings = watchWarnings();
  const peer = await serveSse();
  const connection = await connectSse(peer.url, options);
  const watched = createWatchedSignal();
  const { signal } = watched;
  await connection.write(ping(0), { signal });
  const timers = watchTimers();
  let early = 0;
  for (let id = 1; id <= sends; id += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, more) => connection.write(ping(id + more), { signal })));
    if (id < sends / 5) early = peer.connections;
  }
  expect(peer.posted).toHaveLength(sends + 1);
  expect(watched.listeners).toBe(0);
  // The stream, one socket for each of maxConcurrentPosts, and the few that were freed a moment too late.
  expect(peer.connections).toBeLessThan(100);
  expect(peer.connections - early, "sockets that only later sends needed").toBeLessThan(30);
  await until(() => timers() <= 0, "the end of the timers");
  await connection.close();
  expect(warnings).toEqual([]);
}
