// One fault, one pair of ends, a few sessions that talk both ways; and what did not hold.
//
//     connect ─▶ talk ─▶ the fault strikes ─▶ talk ─▶ everything settles ─▶ close ─▶ nothing is left

import type { FaultEffect } from "../faults/classes.ts";
import type { Fault } from "../faults/fault.ts";
import { createFaultProxy, type FaultProxy } from "../faults/proxy.ts";
import { seeded } from "../faults/random.ts";
import { judgeEnd, judgeFate } from "./judge.ts";
import type { Broken } from "./ledger.ts";
import { Party } from "./party.ts";
import { PAYLOAD_MARK } from "./payload.ts";
import { SWEEP_TOKEN, type SweepPair } from "./subject.ts";
import type { SweepTimes } from "./times.ts";
import { holds, inTime } from "./waiting.ts";

/** What happens, to which connections, and when. */
export interface Trial {
  readonly name: string;
  readonly effect: FaultEffect;
  readonly when: "from the start" | "while it lives";
  /** Connections whose first request has this method; every connection when absent. */
  readonly on?: "GET" | "POST" | undefined;
  readonly faults?: readonly Fault[] | undefined;
  /** Messages are small, because what arrives takes its time. */
  readonly isSlow?: boolean | undefined;
  strike?(proxy: FaultProxy): void | Promise<void>;
}

/** What came of a trial. */
export interface TrialReport {
  readonly trial: Trial;
  readonly pair: SweepPair;
  readonly seed: number;
  /** Properties that did not hold, each with where. */
  readonly broken: readonly { readonly property: Broken; readonly detail: string }[];
  /** Messages sent and delivered, both ways. */
  readonly sent: number;
  readonly delivered: number;
  /** Why the clients ended, in words of their own; `not connected` for those that never were. */
  readonly ends: readonly string[];
}

const SESSIONS = 2;
const MESSAGES_BEFORE = 3;
const MESSAGES_AFTER = 6;

/** Runs a trial. It never throws for what the subjects do. */
export async function runTrial(
  trial: Trial,
  pair: SweepPair,
  times: SweepTimes,
  seed: number,
): Promise<TrialReport> {
  const random = seeded(seed);
  const clients = new Map<string, Party>();
  const hosts = new Map<string, Party>();
  const broken: { property: Broken; detail: string }[] = [];
  const claim = (holds: boolean, property: Broken, detail: string): void => {
    if (!holds && !broken.some((one) => one.property === property && one.detail === detail)) {
      broken.push({ property, detail });
    }
  };

  const serving = await pair.server.serve(times, (end) => {
    const host = new Party(`host ${hosts.size}`, "down", clients);
    hosts.set(host.name, host);
    host.take(end);
    return host.events;
  });
  const proxy = await createFaultProxy({ target: serving.url });
  const url = new URL(serving.url.pathname, proxy.url);
  const everybody = (): Party[] => [...clients.values(), ...hosts.values()];
  const judge = { clients, hosts, serving, times, claim, trial };

  try {
    if (trial.when === "from the start") await strike(trial, proxy);
    const connecting = Array.from({ length: SESSIONS }, async (_, number) => {
      const client = new Party(`client ${number}`, "up", hosts);
      const attempt = new AbortController();
      clients.set(client.name, client);
      const connected = pair.client.connect(url, times, client.events, attempt.signal).then(
        (end) => client.take(end),
        (error: unknown) => client.fail(error),
      );
      const deadline = times.endpointTimeoutMs + times.slackMs;
      const settled = await inTime(connected, deadline);
      claim(settled, "hang", `${client.name} connects`);
      if (settled) return;
      attempt.abort();
      await inTime(connected, times.slackMs);
    });
    await Promise.all(connecting);
    // A large message would take what is slow past every limit.
    const large = trial.isSlow ? 0 : 0.1;
    const size = (): number => (random() < large ? 4_000 : Math.ceil(random() * 300));
    await talk(everybody(), MESSAGES_BEFORE, size, random);
    if (trial.when === "while it lives") {
      await holds(() => everybody().every(({ ledger }) => ledger.complete), times.slackMs);
      await strike(trial, proxy);
    }
    await talk(everybody(), MESSAGES_AFTER, size, random);
    if (trial.effect === "spares streams") {
      // Long enough for whatever cuts what is silent; then everything goes on.
      await new Promise((resolve) => setTimeout(resolve, 1.5 * times.idleCutMs));
      await talk(everybody(), MESSAGES_AFTER, size, random);
    }
    await judgeFate(judge);
    await judgeEnd(judge, everybody);
  } finally {
    await proxy.close();
    claim(await holds(() => serving.sockets === 0, times.slackMs), "leftover", "sockets of the server");
    claim(await inTime(serving.close(), times.slackMs), "hang", "the server closes");
  }

  for (const party of everybody()) {
    const patienceMs = hosts.has(party.name) ? Infinity : times.fenceTimeoutMs;
    for (const property of [...party.broken, ...party.ledger.broken(patienceMs)])
      claim(false, property, party.name);
    for (const secret of [SWEEP_TOKEN, PAYLOAD_MARK, ...serving.ids]) {
      const telling = party.texts.find((text) => text.includes(secret));
      claim(telling === undefined, "secret", `${party.name}: ${telling}`);
    }
  }
  const counts = everybody().map(({ ledger }) => ledger.counts);
  return {
    trial,
    pair,
    seed,
    broken,
    sent: counts.reduce((sum, { sent }) => sum + sent, 0),
    delivered: counts.reduce((sum, { received }) => sum + received, 0),
    ends: [...clients.values()].map(({ failed, ends }) => (failed ? "not connected" : (ends[0] ?? "lives"))),
  };
}

async function strike({ faults, on, strike }: Trial, proxy: FaultProxy): Promise<void> {
  if (faults !== undefined) {
    proxy.plan = ({ method }) => (on === undefined || method === on ? faults : []);
    const later = faults.filter(({ isAtAccept }) => isAtAccept !== true);
    for (const link of proxy.links) if (on === undefined || link.method === on) link.become(...later);
  }
  await strike?.(proxy);
}

/** Everybody sends so many messages, each after a while of its own, without waiting for their fate. */
async function talk(
  parties: readonly Party[],
  count: number,
  size: () => number,
  random: () => number,
): Promise<void> {
  await Promise.all(
    parties.map(async (party) => {
      for (let sent = 0; sent < count; sent++) {
        party.send(size(), random() < 0.3);
        await new Promise((resolve) => setTimeout(resolve, random() * 8));
      }
    }),
  );
}
