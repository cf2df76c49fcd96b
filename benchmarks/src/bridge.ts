// Gateways from stdio to HTTP+SSE, each a process of its own with the same child behind it.
//
//     node benchmarks/dist/bridge.js [answers|start|cost|size]     all four without a name

import { type Caller, openCaller } from "./bridge/caller.ts";
import { freePort, type RunningGateway, startGateway } from "./bridge/gateway-process.ts";
import { GATEWAYS, type Gateway, raisedArgs } from "./bridge/gateways.ts";
import { figure, figureOfRatios, interleave, show } from "./harness.ts";
import { record, recordCount, roundsOf } from "./record.ts";

const CLIENTS = [1, 2, 8, 32, 100];
const CALLS_PER_CLIENT = 23;
const ROUNDS = roundsOf(9);

/** CPU time of a process that mostly waits differs most from sample to sample. */
const COST_ROUNDS = roundsOf(25);
const CALLS_PER_SAMPLE = 1_500;
const MIB = 1024 * 1024;
const [OURS] = GATEWAYS;

const parts: Readonly<Record<string, () => Promise<void>>> = { answers, start, cost, size };
const asked = process.argv.slice(2);
for (const [name, run] of Object.entries(parts)) if (asked.length === 0 || asked.includes(name)) await run();
process.exit();

async function started({ argsFor }: Gateway): Promise<RunningGateway> {
  const port = await freePort();
  return startGateway(argsFor(port), port);
}

/** How many of the calls of many clients at a time are answered right. */
async function answers(): Promise<void> {
  console.log(
    `\nwrong answers, and answers to nobody, of ${CALLS_PER_CLIENT} calls per client, all clients at once`,
  );
  for (const gateway of GATEWAYS) {
    const row: string[] = [];
    for (const clients of CLIENTS) row.push(await wrongAnswers(gateway, clients));
    console.log(gateway.name.padEnd(20), row.join("  "));
  }
}

async function wrongAnswers(gateway: Gateway, clients: number): Promise<string> {
  const calls = clients * CALLS_PER_CLIENT;
  const running = await started(gateway);
  try {
    const opened = await Promise.allSettled(Array.from({ length: clients }, () => openCaller(running.url)));
    const callers = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    await Promise.all(
      callers.map(async (caller, who) => {
        for (let i = 0; i < CALLS_PER_CLIENT; i++) await caller.call(`${who}/${i}`);
      }),
    );
    const lost = (clients - callers.length) * CALLS_PER_CLIENT;
    const wrong = lost + sum(callers, ({ verdict }) => verdict.wrong);
    const strays = sum(callers, ({ verdict }) => verdict.strays);
    await Promise.race([Promise.all(callers.map((caller) => caller.close())), later(1_000)]);
    const workload = `${clients === 1 ? "1 client" : `${clients} clients`}, ${calls} calls`;
    const none = gateway === OURS ? { atMost: 0 } : undefined;
    recordCount(workload, gateway.name, "wrong or missing", wrong, none);
    recordCount(workload, gateway.name, "to nobody who asked", strays, none);
    return `${clients}: ${wrong} of ${calls}, ${strays} to nobody`;
  } finally {
    await running.stop();
  }
}

/** From starting the process to the first endpoint event. */
async function start(): Promise<void> {
  const samples = await interleave(
    GATEWAYS.map((gateway) => async () => {
      const running = await started(gateway);
      await running.stop();
      return running.firstEventMs;
    }),
    ROUNDS,
  );
  report("from start to the first endpoint event", "ms", samples, 5, 0);
}

/** CPU time of the gateway's own process for each call of one client, and what it holds in memory then. */
async function cost(): Promise<void> {
  for (const parallel of [1, 8]) {
    const running = await Promise.all(GATEWAYS.map(started));
    const callers = await Promise.all(running.map(({ url }) => openCaller(url)));
    for (const caller of callers) await callMany(caller, CALLS_PER_SAMPLE, parallel);
    const rss = GATEWAYS.map((): number[] => []);
    const samples = await interleave(
      callers.map((caller, i) => async () => {
        const from = running[i]?.cpuMs() ?? 0;
        await callMany(caller, CALLS_PER_SAMPLE, parallel);
        rss[i]?.push(running[i]?.rssMb() ?? 0);
        return ((running[i]?.cpuMs() ?? 0) - from) / CALLS_PER_SAMPLE;
      }),
      COST_ROUNDS,
    );
    const each = `one client, ${parallel} at a time`;
    report(`CPU of the gateway per call, ${each}`, "ms", samples, 3, 3);
    report(`memory (RSS) meanwhile, ${each}`, "MB", rss, 2, 0);
    for (const { verdict } of callers)
      if (verdict.wrong + verdict.strays > 0) console.log("not all answers were right", verdict);
    await Promise.all(running.map((one) => one.stop()));
  }
}

async function callMany(caller: Caller, calls: number, parallel: number): Promise<void> {
  let left = calls;
  const loop = async (): Promise<void> => {
    for (; left > 0; left--) await caller.call("x".repeat(200));
  };
  await Promise.all(Array.from({ length: parallel }, loop));
}

/** Whether large messages pass, there and back. */
async function size(): Promise<void> {
  for (const [title, bytes, isRaised] of [
    ["3.9 MB there and back", 3_900_000, false],
    ["4 MiB in all there and back", 4 * MIB, false],
    ["16 MiB in all there and back, limits raised", 16 * MIB, true],
  ] as const) {
    console.log(`\n${title}`);
    for (const gateway of GATEWAYS) {
      const port = await freePort();
      const running = await startGateway(isRaised ? raisedArgs(gateway, port) : gateway.argsFor(port), port);
      const caller = await openCaller(running.url);
      // What is around the text: {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":""}}}
      const isRight = await caller.call("x".repeat(bytes - 95));
      console.log(gateway.name.padEnd(20), isRight ? "passes" : "fails");
      const target = gateway === OURS ? { atLeast: 1 } : undefined;
      recordCount(title, gateway.name, "passes", isRight ? 1 : 0, target);
      await Promise.race([caller.close(), later(1_000)]);
      await running.stop();
    }
  }
}

/** @param atLeast - as many times as much as ours theirs has to be. */
function report(
  title: string,
  unit: string,
  samples: readonly number[][],
  atLeast: number,
  digits: number,
): void {
  console.log(`\n${title}, ${unit}`);
  const [ours = []] = samples;
  for (const [i, { name }] of GATEWAYS.entries()) {
    const own = samples[i] ?? [];
    const ratio = figureOfRatios(own, ours);
    console.log(name.padEnd(20), show(figure(own), digits), "ratio", show(ratio));
    record({ workload: title, column: name, unit, ...figure(own) });
    if (i > 0) record({ workload: title, column: name, unit: "times ours", ...ratio, target: { atLeast } });
  }
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
