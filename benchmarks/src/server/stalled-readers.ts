// Whether readers that take nothing cost more than their bound, and whether others notice.

import { setTimeout as sleep } from "node:timers/promises";
import { openSessions } from "./load-client.ts";
import { quantileOf } from "./quantile.ts";
import { ServerProcess } from "./server-process.ts";

const WINDOWS = 10;

export interface StalledOptions {
  readonly stalled: number;
  readonly good: number;
  /** For each session. */
  readonly messages: number;
  readonly bytes: number;
  readonly stallTimeoutMs: number;
}

export interface StalledResult {
  /** Time from `write` to the reader, of the good ones, in ms. */
  readonly p99: number;
  /** The same of each tenth of the messages. */
  readonly p99s: readonly number[];
  /** How the stalled ones ended: reason to number. */
  readonly ends: Record<string, number>;
  /** Most memory beyond what the process took before, in bytes. */
  readonly rssGrowth: number;
  /** What it took beyond, at each look. */
  readonly rssLooks: readonly number[];
}

/** Feeds every session by a loop of its own that awaits `write`, until the good ones have everything. */
export async function stalledReaders(options: StalledOptions): Promise<StalledResult> {
  const { stalled, good, messages, bytes, stallTimeoutMs } = options;
  const server = await ServerProcess.start("counted", { stallTimeoutMs });
  const deaf = await openSessions(server.port, stalled);
  for (const session of deaf) session.stall();
  const readers = await openSessions(server.port, good);
  const latencies: number[] = [];
  const windows = Array.from({ length: WINDOWS }, (): number[] => []);
  for (const reader of readers) {
    reader.onStamp = (ms) => {
      latencies.push(ms);
      windows[Math.min(WINDOWS - 1, Math.floor((reader.events / messages) * WINDOWS))]?.push(ms);
    };
  }
  const { rss: base } = await server.ask("memory");
  await server.ask("feed", { messages, bytes });
  const looks: number[] = [];
  const all = Promise.all(readers.map((reader) => reader.received(messages)));
  let done = false;
  void all.then(() => {
    done = true;
  });
  const ended = async (): Promise<boolean> => (await server.ask("count")) === good;
  while (!(done && (await ended()))) {
    looks.push((await server.ask("rss")) - base);
    await sleep(50);
  }
  const ends = await server.ask("ends");
  for (const session of [...deaf, ...readers]) session.close();
  server.stop();
  return {
    p99: quantileOf(latencies, 0.99),
    p99s: windows.map((window) => quantileOf(window, 0.99)),
    ends,
    rssGrowth: Math.max(0, ...looks),
    rssLooks: looks,
  };
}
