// Many short lives on one server for a long time, under every fault at a low rate; and what that leaves.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { faultClasses } from "../faults/classes.ts";
import { createFaultProxy } from "../faults/proxy.ts";
import { seeded } from "../faults/random.ts";
import { Party } from "./party.ts";
import type { SweepPair } from "./subject.ts";
import { faultScale, type SweepTimes } from "./times.ts";
import { activeHandles, holds } from "./waiting.ts";

/** How to soak. */
export interface SoakOptions {
  readonly pair: SweepPair;
  readonly times: SweepTimes;
  readonly seconds: number;
  /** Sessions at a time, on average: they arrive at random and live for {@link lifeMs} on average. */
  readonly sessions: number;
  readonly lifeMs: number;
  /** Between two messages of a session, each way, on average. */
  readonly everyMs: number;
  /** The part of connections that are under a fault from their start, and of sessions that meet one later. */
  readonly faultRate: number;
  readonly seed: number;
}

/** What came of it. */
export interface SoakReport {
  /** Properties that did not hold, a line each; the first of each kind. */
  readonly broken: readonly string[];
  readonly sessions: number;
  readonly unconnected: number;
  readonly sent: number;
  readonly delivered: number;
  /** How often the clients ended, by reason. */
  readonly ends: Readonly<Record<string, number>>;
  /** Heap in use after a collection, in bytes, sampled evenly once the load is steady. */
  readonly heap: readonly number[];
  /** What is left when all is over. */
  readonly left: Readonly<Record<"sessions" | "streams" | "sockets" | "parties" | "handles", number>>;
}

const SAMPLES = 40;

/** Soaks a pair. Gates are the caller's. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const { pair, times, seconds, sessions, lifeMs, everyMs, faultRate, seed } = options;
  const random = seeded(seed);
  const soon = (meanMs: number): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, -Math.log(1 - random()) * meanMs));
  const scale = faultScale(times.keepAliveMs, seed);
  // All that can be judged: of a lie nobody knows.
  const faults = Object.values(faultClasses)
    .flatMap((one) => one.faults?.(scale) ?? [])
    .filter(({ isLie }) => isLie !== true);
  const chance = () =>
    random() < faultRate ? [faults[Math.floor(random() * faults.length)]].flatMap((one) => one ?? []) : [];
  const clients = new Map<string, Party>();
  const hosts = new Map<string, Party>();
  const broken = new Map<string, string>();
  const claim = (kept: boolean, kind: string, detail: string): void => {
    if (!kept && !broken.has(kind)) broken.set(kind, `${kind}: ${detail}`);
  };
  const ends: Record<string, number> = {};
  const total = { sessions: 0, unconnected: 0, hosts: 0, sent: 0, delivered: 0 };
  const handles = activeHandles();

  const serving = await pair.server.serve(times, (end) => {
    const host = new Party(`host ${total.hosts++}`, "down", clients);
    hosts.set(host.name, host);
    host.take(end);
    void talk(host);
    return host.events;
  });
  const proxy = await createFaultProxy({ target: serving.url, plan: chance });
  const url = new URL(serving.url.pathname, proxy.url);
  const over = performance.now() + seconds * 1_000;
  const lives = new Set<Promise<void>>();

  async function talk(party: Party): Promise<void> {
    while (!party.over && performance.now() < over) {
      await soon(everyMs);
      party.send(Math.ceil(random() * 300), random() < 0.3);
    }
  }

  /** Counts a party and forgets it. */
  function settle(party: Party, map: Map<string, Party>): void {
    map.delete(party.name);
    claim(party.ends.length <= 1, "two ends", `${party.name}: ${party.ends.join(", ")}`);
    const { sent, received } = party.ledger.counts;
    total.sent += sent;
    total.delivered += received;
    for (const property of [
      ...party.broken,
      ...party.ledger.broken(map === hosts ? Infinity : times.fenceTimeoutMs),
    ]) {
      claim(false, property, party.name);
    }
  }

  async function live(): Promise<void> {
    const client = new Party(`client ${total.sessions++}`, "up", hosts);
    clients.set(client.name, client);
    const attempt = new AbortController();
    try {
      client.take(await pair.client.connect(url, times, client.events, attempt.signal));
      void talk(client);
      const lived = performance.now() + -Math.log(1 - random()) * lifeMs;
      while (!client.over && performance.now() < Math.min(lived, over)) await soon(100);
      await client.close();
      const ended = await holds(() => client.ends.length > 0, times.slackMs);
      claim(ended, "no end", client.name);
    } catch (error) {
      client.fail(error);
      total.unconnected++;
    }
    const reason = client.failed ? "not connected" : (client.ends[0] ?? "none");
    ends[reason] = (ends[reason] ?? 0) + 1;
    const hostOf = (): Party | undefined =>
      hosts.get(client.peer ?? "") ?? [...hosts.values()].find(({ peer }) => peer === client.name);
    claim(await holds(() => client.ledger.settled, times.postTimeoutMs + times.slackMs), "hang", client.name);
    // What a network holds back may still arrive, and tell whose the session is.
    if (client.ledger.counts.sent > 0) await holds(() => hostOf() !== undefined, 2 * times.giveUpMs);
    const host = hostOf();
    if (host !== undefined) {
      const known = await holds(() => host.over, times.giveUpMs + times.stallTimeoutMs + times.slackMs);
      claim(known, "no end", `${host.name}, of a client that ended: ${reason}`);
      claim(host.ledger.isPrefix, "loss", `a gap in what was sent to ${client.name}`);
      claim(await holds(() => client.ledger.honest, times.slackMs), "loss", `sent by ${client.name}`);
      settle(host, hosts);
    }
    settle(client, clients);
  }

  const heap: number[] = [];
  const collect = async (): Promise<void> => {
    const start = performance.now();
    // The first fifth is for the load to become steady.
    await new Promise((resolve) => setTimeout(resolve, seconds * 200));
    for (let sample = 0; sample < SAMPLES && performance.now() < over; sample++) {
      const due = start + seconds * (200 + (800 * sample) / SAMPLES);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      collectGarbage();
      heap.push(process.memoryUsage().heapUsed);
      for (const host of hosts.values()) {
        // Its client never heard of it: nobody else would forget it.
        if (
          host.over &&
          !clients.has(host.peer ?? "") &&
          ![...clients.values()].some(({ peer }) => peer === host.name)
        )
          settle(host, hosts);
      }
    }
  };
  const strike = async (): Promise<void> => {
    while (performance.now() < over) {
      await soon(lifeMs / (sessions * faultRate));
      const { links } = proxy;
      const fault = faults[Math.floor(random() * faults.length)];
      if (fault !== undefined) links[Math.floor(random() * links.length)]?.become(fault);
    }
  };
  const restart = async (): Promise<void> => {
    for (const part of [0.33, 0.66]) {
      await new Promise((resolve) =>
        setTimeout(resolve, Math.max(0, over - (1 - part) * seconds * 1_000 - performance.now())),
      );
      await proxy.restart(scale.downMs);
    }
  };
  const arrive = async (): Promise<void> => {
    while (performance.now() < over) {
      await soon(lifeMs / sessions);
      const life = live().finally(() => lives.delete(life));
      lives.add(life);
    }
  };

  await Promise.all([collect(), strike(), restart(), arrive()]);
  await Promise.all(lives);
  await holds(() => [...hosts.values()].every((host) => host.over), times.giveUpMs + times.slackMs);
  await holds(() => serving.sessions === 0 && serving.streams === 0, times.slackMs);
  const { sessions: open, streams } = serving;
  await proxy.close();
  await holds(() => serving.sockets === 0, times.slackMs);
  const { sockets } = serving;
  await serving.close();
  const unheard = [...hosts.values()].filter(({ over }) => over);
  for (const host of unheard) settle(host, hosts);
  await holds(() => activeHandles() <= handles, times.slackMs);
  return {
    broken: [...broken.values()],
    sessions: total.sessions,
    unconnected: total.unconnected,
    sent: total.sent,
    delivered: total.delivered,
    ends,
    heap,
    left: {
      sessions: open,
      streams,
      sockets,
      parties: clients.size + hosts.size,
      handles: Math.max(0, activeHandles() - handles),
    },
  };
}

/** Growth of a series, in its unit per sample: the slope of the line nearest to it. */
export function slopeOf(series: readonly number[]): number {
  const middle = (series.length - 1) / 2;
  const mean = series.reduce((sum, one) => sum + one, 0) / series.length;
  let up = 0;
  let across = 0;
  for (const [at, value] of series.entries()) {
    up += (at - middle) * (value - mean);
    across += (at - middle) ** 2;
  }
  return across === 0 ? 0 : up / across;
}

let gc: (() => void) | undefined;

function collectGarbage(): void {
  if (gc === undefined) {
    setFlagsFromString("--expose-gc");
    gc = runInNewContext("gc") as () => void;
  }
  gc();
}
