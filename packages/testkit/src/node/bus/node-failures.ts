// Nodes that are killed, stopped, stalled, or whose clocks are wrong.

import { expect } from "vitest";
import type { Case } from "../../case.ts";
import { until } from "../../patience.ts";
import { postNumber } from "./bus-client.ts";
import type { BusProcess as Node } from "./bus-process.ts";
import type { FailureContext } from "./failure-context.ts";

const range = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

/** Numbers that a node's sessions were given. */
async function numbersAt(node: Node): Promise<number[]> {
  return (await node.tell("received")).received.map(({ number }) => number);
}

/** POSTs until one is answered 202; how long that took. */
async function untilAccepted(node: Node, id: string, number: number): Promise<number> {
  const started = performance.now();
  let status = 0;
  while (status !== 202 && performance.now() - started < 10_000) {
    ({ status } = await postNumber(node.url, id, number));
    if (status !== 202) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(status).toBe(202);
  return performance.now() - started;
}

export const nodeFailures: readonly Case<FailureContext>[] = [
  {
    ids: ["bus.deliver.settles", "bus.deliver.owner-gone"],
    title: "answer every POST to an owner that is killed in mid-flight, and know at once that it is gone",
    async run(context) {
      const broker = await context.broker();
      const [owner, other] = (await context.nodes(broker, 2)) as [Node, Node];
      const client = await context.client(owner);
      expect((await postNumber(other.url, client.id, 0)).status).toBe(202);
      const posts = range(200).map((number) => postNumber(other.url, client.id, number + 1));
      await posts[20];
      owner.signal("SIGKILL");
      const answers = await Promise.all(posts);
      for (const { status, tookMs } of answers) {
        expect([202, 503, 504]).toContain(status);
        expect(tookMs).toBeLessThan(4_000);
      }
      const { status, tookMs } = await postNumber(other.url, client.id, 999);
      expect(status).toBe(503);
      expect(tookMs).toBeLessThan(250);
    },
    timeoutMs: 30_000,
  },
  {
    ids: "bus.deliver.never-late",
    title:
      "answer 504 for an owner that is stopped past the deadline, and never deliver that message, from strangers neither",
    async run(context) {
      const broker = await context.broker();
      const [owner, known, stranger] = (await context.nodes(broker, 3)) as [Node, Node, Node];
      const client = await context.client(owner);
      await context.client(stranger);
      expect((await postNumber(known.url, client.id, 0)).status).toBe(202);
      await owner.freeze();
      const ghosts = [
        ...range(5).map((number) => postNumber(known.url, client.id, 100 + number)),
        ...range(5).map((number) => postNumber(stranger.url, client.id, 200 + number)),
      ];
      const answers = await Promise.all(ghosts);
      expect(answers.map(({ status }) => status)).toEqual(ghosts.map(() => 504));
      for (const { tookMs } of answers) expect(tookMs).toBeLessThan(3_500);
      owner.signal("SIGCONT");
      await Promise.all([untilAccepted(known, client.id, 1), untilAccepted(stranger, client.id, 2)]);
      expect((await numbersAt(owner)).sort((a, b) => a - b)).toEqual([0, 1, 2]);
      expect(client.open).toBe(true);
    },
    timeoutMs: 30_000,
  },
  {
    ids: "bus.deliver.never-late",
    title: "deliver nothing late across an owner whose event loop stalls for 3 s, nor across a poster's",
    async run(context) {
      const broker = await context.broker();
      const [owner, other] = (await context.nodes(broker, 2)) as [Node, Node];
      const client = await context.client(owner);
      expect((await postNumber(other.url, client.id, 0)).status).toBe(202);
      const stalled = owner.tell("stall", 3_000);
      // The order is in its channel, and the POSTs are behind it.
      const [first] = await Promise.all([
        postNumber(other.url, client.id, 1),
        postNumber(other.url, client.id, 2),
      ]);
      await stalled;
      await untilAccepted(other, client.id, 3);
      const numbers = await numbersAt(owner);
      if (first.status === 504) expect(numbers).not.toContain(1);
      expect(numbers).toEqual(expect.arrayContaining([0, 3]));

      const posterStalled = other.tell("stall", 3_000);
      const answers = await Promise.all(
        range(5).map((number) => postNumber(other.url, client.id, 10 + number)),
      );
      await posterStalled;
      for (const { status } of answers) expect([202, 504]).toContain(status);
      await untilAccepted(other, client.id, 20);
      const known = answers.flatMap(({ status }, number) => (status === 202 ? [10 + number] : []));
      expect(await numbersAt(owner)).toEqual(expect.arrayContaining([...known, 20]));
    },
    timeoutMs: 40_000,
  },
  {
    ids: "bus.deliver.never-late",
    title: "answer as ever with clocks that are 2 s apart, set so from the start or in between",
    async run(context) {
      const broker = await context.broker();
      const starts = [0, 2_000, -2_000].map((skewMs) => context.node(broker, { skewMs }));
      const nodes = (await Promise.all(starts)) as [Node, Node, Node];
      const clients = await Promise.all(nodes.map((node) => context.client(node)));
      let number = 0;
      const all = async (): Promise<void> => {
        for (const client of clients) {
          for (const node of nodes) {
            const { status, tookMs } = await postNumber(node.url, client.id, number++);
            expect([number, status]).toEqual([number, 202]);
            expect(tookMs).toBeLessThan(1_900);
          }
        }
      };
      await all();
      const [first, second] = nodes;
      await Promise.all([first.tell("skew", -2_000), second.tell("skew", 4_000)]);
      await all();
      await all();
      // Not stamped later at an owner that is known, because it is later here now.
      await first.tell("skew", 30_000);
      // Behind or ahead, a stopped owner delivers nothing of what was answered 504.
      const stopped = nodes.slice(1);
      await Promise.all(stopped.map((node) => node.freeze()));
      const ghosts = await Promise.all(clients.slice(1).map(({ id }) => postNumber(first.url, id, 777)));
      expect(ghosts.map(({ status }) => status)).toEqual([504, 504]);
      for (const node of stopped) node.signal("SIGCONT");
      for (const client of clients) await untilAccepted(first, client.id, 888);
      for (const node of nodes) expect(await numbersAt(node)).not.toContain(777);
    },
    timeoutMs: 40_000,
  },
  {
    ids: "bus.health",
    title: "hear again by themselves when something has made their inbox deaf, and say so meanwhile",
    async run(context) {
      const broker = await context.broker();
      const [owner, other] = (await context.nodes(broker, 2)) as [Node, Node];
      const client = await context.client(owner);
      expect((await postNumber(other.url, client.id, 0)).status).toBe(202);
      await owner.tell("deafen");
      expect((await postNumber(other.url, client.id, 1)).status).toBe(503);
      expect(await untilAccepted(other, client.id, 2)).toBeLessThan(4_000);
      expect((await owner.tell("report")).health).toBe("up");
      await until(() => client.echoes.includes(2), "the echo");
      expect(client.echoes).toEqual([0, 2]);
      expect(client.open).toBe(true);
    },
    timeoutMs: 30_000,
  },
];
