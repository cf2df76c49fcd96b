// Brokers that are killed, stopped, or that cut off who does not read.

import { expect } from "vitest";
import type { Case } from "../../case.ts";
import { until } from "../../patience.ts";
import { openBusClient, postNumber } from "./bus-client.ts";
import type { BusProcess as Node } from "./bus-process.ts";
import type { FailureContext } from "./failure-context.ts";

const range = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

/** POSTs until the answer is `wanted`; how long that took. */
async function untilStatus(node: Node, id: string, wanted: number, number: number): Promise<number> {
  const started = performance.now();
  let status = 0;
  while (status !== wanted && performance.now() - started < 15_000) {
    ({ status } = await postNumber(node.url, id, number));
    if (status !== wanted) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(status).toBe(wanted);
  return performance.now() - started;
}

export const brokerFailures: readonly Case<FailureContext>[] = [
  {
    ids: ["bus.lost-broker", "bus.ready"],
    title:
      "keep their streams and their own POSTs when the broker is killed, answer 503, and are back within 1 s of it",
    async run(context) {
      const broker = await context.broker();
      const [owner, other] = (await context.nodes(broker, 2)) as [Node, Node];
      const client = await context.client(owner);
      expect((await postNumber(other.url, client.id, 0)).status).toBe(202);
      await broker.kill();
      await untilStatus(other, client.id, 503, 1);
      expect((await postNumber(owner.url, client.id, 2)).status).toBe(202);
      expect(await openBusClient(owner.url)).toBe(503);
      for (const number of range(3)) {
        const { status, tookMs } = await postNumber(other.url, client.id, 10 + number);
        expect(status).toBe(503);
        expect(tookMs).toBeLessThan(500);
      }
      await broker.start();
      expect(await untilStatus(other, client.id, 202, 3)).toBeLessThan(1_000);
      await until(() => client.echoes.includes(3), "the echo");
      expect(client.open).toBe(true);
      expect(client.echoes.filter((number) => number !== 1)).toEqual([0, 2, 3]);
      await context.client(owner);
    },
    timeoutMs: 40_000,
  },
  {
    ids: ["bus.lost-broker", "bus.deliver.never-late"],
    title: "deliver nothing of what lay in a broker that was stopped past the deadline",
    async run(context) {
      const broker = await context.broker();
      const [owner, other, stranger] = (await context.nodes(broker, 3)) as [Node, Node, Node];
      const client = await context.client(owner);
      await context.client(stranger);
      expect((await postNumber(other.url, client.id, 0)).status).toBe(202);
      await broker.freeze();
      const ghosts = await Promise.all([
        ...range(3).map((number) => postNumber(other.url, client.id, 100 + number)),
        postNumber(stranger.url, client.id, 200),
      ]);
      for (const { status, tookMs } of ghosts) {
        expect([503, 504]).toContain(status);
        expect(tookMs).toBeLessThan(3_500);
      }
      expect((await postNumber(owner.url, client.id, 1)).status).toBe(202);
      // Its silence is noticed: no POST waits for its deadline any more.
      await untilStatus(other, client.id, 503, 300);
      expect(client.open).toBe(true);
      broker.thaw();
      expect(await untilStatus(other, client.id, 202, 2)).toBeLessThan(1_500);
      const numbers = (await owner.tell("received")).received.map(({ number }) => number);
      expect(numbers).toEqual([0, 1, 2]);
    },
    timeoutMs: 40_000,
  },
  {
    ids: ["bus.lost-broker", "bus.deliver.never-late"],
    title: "come back when the broker has cut off an owner that was stopped, for what waited for it",
    async run(context) {
      const broker = await context.broker(true);
      const [owner, other] = (await context.nodes(broker, 2)) as [Node, Node];
      const client = await context.client(owner);
      expect((await postNumber(other.url, client.id, 0)).status).toBe(202);
      await owner.freeze();
      const flood = range(40).map((number) => postNumber(other.url, client.id, 100 + number, 500_000));
      for (const { status, tookMs } of await Promise.all(flood)) {
        expect([503, 504]).toContain(status);
        expect(tookMs).toBeLessThan(6_000);
      }
      owner.signal("SIGCONT");
      await untilStatus(other, client.id, 202, 1);
      expect(client.open).toBe(true);
      const numbers = (await owner.tell("received")).received.map(({ number }) => number);
      expect(numbers).toEqual([0, 1]);
    },
    timeoutMs: 60_000,
  },
];
