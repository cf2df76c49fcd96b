// Three instances behind nginx, in turn, with a broker between them: restarted one by one, killed, and their broker killed,
// while clients work. Every POST is answered; the exit code is 0 if each was answered as promised.
//
//     pnpm --filter @mcp-sse/example-scale-out start            with Redis, then with NATS
//     pnpm --filter @mcp-sse/example-scale-out start redis      with one of them

import { startBalancer } from "./balancer.ts";
import { BROKERS, type BrokerName, startBroker } from "./broker.ts";
import { newTally, type Tally, work } from "./client.ts";
import { createInstance } from "./instances.ts";
import { sleep } from "./processes.ts";

const CLIENTS = 6;

/** How long the clients work on between two events, in ms. */
const REST_MS = 300;

/** How long a busy machine may take to accept the first POST after an event, in ms. */
const PATIENCE_MS = 10_000;

const wanted = BROKERS.filter((name) => process.argv.length < 3 || process.argv.includes(name));
for (const name of wanted) {
  if (!(await run(name))) process.exitCode = 1;
}

async function run(name: BrokerName): Promise<boolean> {
  const closers: (() => Promise<void>)[] = [];
  try {
    const broker = await startBroker(name);
    closers.push(broker.close);
    const settings = { busUrl: broker.url, secret: crypto.randomUUID() };
    const instances = await Promise.all([1, 2, 3].map(() => createInstance(settings)));
    closers.push(async () => void (await Promise.all(instances.map((each) => each.stop("SIGKILL")))));
    await Promise.all(instances.map((each) => each.start()));
    const all = instances.map(({ port }) => port);
    const balancer = await startBalancer(all);
    closers.push(balancer.close);
    console.log(`\n${name}: instances on ${all.join(", ")} behind ${balancer.url}, carried by ${broker.url}`);

    let tally = newTally();
    const done = new AbortController();
    const clients = Promise.all(
      Array.from({ length: CLIENTS }, () => work(balancer.url, () => tally, done.signal)),
    );
    closers.push(async () => {
      done.abort();
      await clients;
    });

    const results: boolean[] = [];
    async function phase(what: string, allowed: readonly number[], act: () => Promise<void>): Promise<void> {
      tally = newTally();
      await act();
      const late = performance.now() + PATIENCE_MS;
      do await sleep(REST_MS);
      while (!tally.posts.has(202) && performance.now() < late);
      results.push(report(what, tally, allowed));
    }

    await phase("at work", [202], async () => {});
    // As a deployment does it: nothing new is sent there, it ends its sessions, it comes back.
    await phase("restarted one by one", [202, 404, 503], async () => {
      for (const instance of instances) {
        await balancer.use(all.filter((port) => port !== instance.port));
        // What is on its way to it arrives.
        await sleep(REST_MS);
        await instance.stop("SIGTERM");
        await instance.start();
        await balancer.use(all);
        await sleep(REST_MS);
      }
    });
    // Of a POST that was under way to it nobody knows: nginx says 502, the bus 504.
    await phase("killed one by one", [202, 404, 503, 502, 504], async () => {
      for (const instance of instances) {
        await instance.stop("SIGKILL");
        await sleep(REST_MS);
        await instance.start();
        await sleep(REST_MS);
      }
    });
    // Streams stay, and so do POSTs that came to the right instance by chance.
    await phase("its broker killed", [202, 503, 504], async () => {
      await broker.kill();
      await sleep(REST_MS);
      await broker.start();
      await Promise.all(instances.map((each) => each.ready()));
    });
    return results.every(Boolean);
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

function report(what: string, { posts, lost, sessions }: Tally, allowed: readonly number[]): boolean {
  const counts = [...posts].sort(([, a], [, b]) => b - a).map(([status, count]) => `${count} × ${status}`);
  const wrong = [...posts.keys()].filter((status) => typeof status === "string" || !allowed.includes(status));
  const isRight = wrong.length === 0 && lost === 0 && posts.has(202);
  const verdict = isRight
    ? "as promised"
    : `WRONG: ${[...wrong, ...(lost > 0 ? [`${lost} lost`] : [])].join(", ")}`;
  console.log(`  ${what.padEnd(22)} ${counts.join(", ")}; ${sessions} sessions opened; ${verdict}`);
  return isRight;
}
