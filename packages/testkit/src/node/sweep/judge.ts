// What has to hold when a fault has struck, and when all is over.

import type { Broken } from "./ledger.ts";
import type { Party } from "./party.ts";
import type { SweepServing } from "./subject.ts";
import type { SweepTimes } from "./times.ts";
import type { Trial } from "./trial.ts";
import { holds, inTime } from "./waiting.ts";

/** How long a close may let what was written before leave, in ms: the contract of a connection. */
const CLOSE_MS = 5_000;

/** A trial whose fault has struck, and where to say what does not hold. */
export interface Judged {
  readonly clients: ReadonlyMap<string, Party>;
  readonly hosts: ReadonlyMap<string, Party>;
  readonly serving: SweepServing;
  readonly times: SweepTimes;
  readonly trial: Trial;
  claim(holds: boolean, property: Broken, detail: string): void;
}

/** Nothing is lost in silence: each message arrives, or whoever has to know is told in time. */
export async function judgeFate({ clients, hosts, serving, times, trial, claim }: Judged): Promise<void> {
  const { idleTimeoutMs, stallTimeoutMs, giveUpMs, slackMs } = times;
  const parties = [...clients.values(), ...hosts.values()];
  const start = performance.now();
  const left = (limitMs: number): number => start + limitMs + slackMs - performance.now();
  const hostOf = (client: Party): Party | undefined =>
    hosts.get(client.peer ?? "") ?? [...hosts.values()].find(({ peer }) => peer === client.name);

  const isLie = trial.faults?.some((fault) => fault.isLie === true) ?? false;
  for (const { name, ledger } of parties) {
    // Each POST waits for the one before, and then for its own answer.
    const postMs = times.postTimeoutMs + ledger.counts.sent * times.fenceTimeoutMs;
    const limit = hosts.has(name) ? Math.max(stallTimeoutMs, giveUpMs) : postMs;
    claim(await holds(() => ledger.settled, left(limit)), "hang", `${name} sends`);
    // Taken is delivered, whatever became of the session; a client that ended was told of what it has not got.
    const isClient = clients.has(name);
    const told = (): boolean => (isClient ? isLie : hosts.get(name)?.over === true);
    claim(await holds(() => ledger.honest || told(), left(idleTimeoutMs)), "loss", `sent by ${name}`);
  }
  for (const client of clients.values()) {
    const host = hostOf(client);
    if (host === undefined) continue;
    const isTold = (): boolean => client.over || (!host.over && host.ledger.honest);
    claim(await holds(isTold, left(idleTimeoutMs)), host.over ? "no end" : "loss", `sent to ${client.name}`);
    const isKnown = (): boolean => !client.over || host.over;
    claim(
      await holds(isKnown, left(Math.max(giveUpMs, stallTimeoutMs))),
      "no end",
      `${host.name}, of a client that ended`,
    );
    claim(host.ledger.isPrefix, "loss", `a gap in what was sent to ${client.name}`);
  }
  claim(
    await holds(() => serving.sessions === serving.streams, left(0)),
    "count",
    `${serving.sessions} sessions, ${serving.streams} streams`,
  );
  if (trial.effect === "breaks") return;
  for (const party of parties) {
    claim(!party.over, "early end", `${party.name}: ${party.ends[0] ?? party.texts[0]}`);
    if (trial.effect === "delivers") {
      claim(party.ledger.complete, "early end", `not everything sent by ${party.name} arrived`);
    }
  }
}

/** Everything ends, once, and nothing is left. */
export async function judgeEnd(
  { clients, hosts, serving, times, claim }: Judged,
  everybody: () => Party[],
): Promise<void> {
  const { slackMs, giveUpMs } = times;
  const closing = [...clients.values()].map(async (client) => {
    const closed = client.close().catch((error: unknown) => client.note(error));
    claim(await inTime(closed, CLOSE_MS + slackMs), "hang", `${client.name} closes`);
  });
  await Promise.all(closing);
  for (const host of hosts.values()) {
    claim(await holds(() => host.over, giveUpMs + slackMs), "no end", host.name);
  }
  for (const client of clients.values()) {
    claim(await holds(() => client.over, slackMs), "no end", client.name);
  }
  for (const { name, ends } of everybody())
    claim(ends.length <= 1, "two ends", `${name}: ${ends.join(", ")}`);
  claim(await holds(() => serving.sessions === 0 && serving.streams === 0, slackMs), "leftover", "sessions");
}
