// What holds while nothing fails.

import { expect } from "vitest";
import type { Case } from "../../case.ts";
import { until } from "../../patience.ts";
import { type BusClient, openBusClient, postNumber } from "./bus-client.ts";
import type { BusProcess as Node } from "./bus-process.ts";
import type { FailureContext } from "./failure-context.ts";

const range = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

export const carriedSessions: readonly Case<FailureContext>[] = [
  {
    ids: ["bus.deliver.accepted", "bus.deliver.order"],
    title: "H11 carry the POSTs of a session from any of them to the one that holds it, in order, each once",
    async run(context) {
      const broker = await context.broker();
      const nodes = (await context.nodes(broker, 3)) as [Node, Node, Node];
      const [owner] = nodes;
      const client = await context.client(owner);
      for (const number of range(60)) {
        const { status } = await postNumber((nodes[number % 3] as Node).url, client.id, number);
        expect([number, status]).toEqual([number, 202]);
      }
      await until(() => client.echoes.length >= 60, "the echoes");
      expect(client.echoes).toEqual(range(60));
    },
    timeoutMs: 30_000,
  },
  {
    ids: ["bus.forged", "bus.deliver.owner-gone"],
    title:
      "answer 404 for a forged ID without asking the bus, 404 for one that has ended, 503 for an owner that is gone",
    async run(context) {
      const broker = await context.broker();
      const [owner, other] = (await context.nodes(broker, 2)) as [Node, Node];
      const client = await context.client(owner);
      expect((await postNumber(other.url, client.id, 1)).status).toBe(202);
      const before = await other.tell("report");
      const last = client.id.endsWith("A") ? "B" : "A";
      const forged = [
        client.id.slice(0, -1) + last,
        client.id.split(".").slice(0, 2).join("."),
        "x",
        "a.b.c",
      ];
      for (const id of forged) expect((await postNumber(other.url, id, 1)).status).toBe(404);
      expect((await other.tell("report")).delivers).toBe(before.delivers);
      client.close();
      await until(() => !client.open, "the end of the session");
      // The owner learns of the end by the socket.
      let status = 0;
      for (let tries = 0; status !== 404 && tries < 100; tries++) {
        ({ status } = await postNumber(other.url, client.id, 1));
      }
      expect(status).toBe(404);
      const left = await context.client(owner);
      await owner.end();
      // The broker learns of the end by the socket, too.
      for (let tries = 0; status !== 503 && tries < 100; tries++) {
        ({ status } = await postNumber(other.url, left.id, 1));
      }
      expect(status).toBe(503);
    },
    timeoutMs: 30_000,
  },
  {
    ids: "bus.principal",
    title: "let nobody but the principal of a session POST to it, whichever of them is asked",
    async run(context) {
      const broker = await context.broker();
      const [owner, other] = (await context.nodes(broker, 2)) as [Node, Node];
      await context.client(owner);
      const client = await openBusClient(owner.url, undefined, "alice");
      if (typeof client === "number") throw new Error(`a GET was answered ${client}`);
      try {
        for (const node of [owner, other]) {
          expect((await postNumber(node.url, client.id, 1, 0, "mallory")).status).toBe(404);
          expect((await postNumber(node.url, client.id, 2)).status).toBe(404);
        }
        expect((await postNumber(other.url, client.id, 3, 0, "alice")).status).toBe(202);
        await until(() => client.echoes.length > 0, "the echo");
        expect(client.echoes).toEqual([3]);
      } finally {
        client.close();
      }
    },
    timeoutMs: 30_000,
  },
  {
    ids: "bus.ready",
    title:
      "are reached by a POST that the first byte of the endpoint event sets off, from their first session on",
    async run(context) {
      const broker = await context.broker();
      const poster = await context.node(broker);
      await context.client(poster);
      for (let round = 0; round < 4; round++) {
        const owner = await context.node(broker, {}, false);
        const posts: Promise<{ status: number }>[] = [];
        const clients: (BusClient | number)[] = [];
        // It listens for HTTP: a GET is 503 until its inbox is confirmed.
        for (let tries = 0; posts.length < 5 && tries < 2_000; tries++) {
          clients.push(await openBusClient(owner.url, (id) => posts.push(postNumber(poster.url, id, 1))));
        }
        const statuses = (await Promise.all(posts)).map(({ status }) => status);
        expect(statuses).toEqual([202, 202, 202, 202, 202]);
        for (const client of clients) {
          if (typeof client === "number") expect(client).toBe(503);
          else client.close();
        }
        await owner.end();
      }
    },
    timeoutMs: 60_000,
  },
  {
    ids: "bus.deliver.bounded",
    title: "answer 503 before the deadline when the queue of the session is full, and deliver the rest",
    async run(context) {
      const broker = await context.broker();
      const [owner, other] = [await context.node(broker, { reads: false }), await context.node(broker)];
      const client = await context.client(owner);
      const answers = await Promise.all(range(6).map((number) => postNumber(other.url, client.id, number)));
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
        202, 202, 202, 503, 503, 503,
      ]);
      for (const { tookMs } of answers) expect(tookMs).toBeLessThan(1_900);
    },
    timeoutMs: 30_000,
  },
  {
    ids: "bus.deliver.too-large",
    title: "answer 413 for a body that the broker would not carry, and stay up",
    async run(context) {
      const broker = await context.broker();
      const [owner, other] = (await context.nodes(broker, 2)) as [Node, Node];
      const client = await context.client(owner);
      expect((await postNumber(other.url, client.id, 1, context.suite.tooLargeBytes)).status).toBe(413);
      expect((await other.tell("report")).delivers).toBe(0);
      expect((await postNumber(owner.url, client.id, 2, context.suite.tooLargeBytes)).status).toBe(202);
      expect((await postNumber(other.url, client.id, 3)).status).toBe(202);
    },
    timeoutMs: 30_000,
  },
  {
    ids: ["bus.drain", "bus.deliver.settles"],
    title: "are restarted one after the other under load: every POST is 202, 404 or 503, and none hangs",
    async run(context) {
      const broker = await context.broker();
      const nodes: Node[] = (await context.nodes(broker, 3)) as Node[];
      const statuses = new Map<number, number>();
      let over = false;
      const work = async (worker: number): Promise<void> => {
        for (let number = 0; !over; ) {
          const opened = await openBusClient((nodes[(worker + number) % 3] as Node).url).catch(() => 503);
          if (typeof opened === "number") {
            number++;
            await new Promise((resolve) => setTimeout(resolve, 5));
            continue;
          }
          for (let post = 0; post < 40 && opened.open && !over; post++) {
            const node = nodes[number++ % 3] as Node;
            const { status } = await postNumber(node.url, opened.id, number);
            // A node that is being restarted refuses connections: that is the balancer's to see.
            const counted = status === -1 && !nodes.includes(node) ? 0 : status;
            statuses.set(counted, (statuses.get(counted) ?? 0) + 1);
          }
          opened.close();
        }
      };
      const workers = range(12).map(work);
      for (const [at, node] of [...nodes].entries()) {
        const next = await context.node(broker);
        await context.client(next);
        nodes[at] = next;
        await node.tell("close", 1_000);
        await node.end();
      }
      over = true;
      await Promise.all(workers);
      for (const none of [0, -1]) statuses.delete(none);
      expect([...statuses.keys()].filter((status) => ![202, 404, 503].includes(status))).toEqual([]);
      expect(statuses.get(202)).toBeGreaterThan(100);
    },
    timeoutMs: 60_000,
  },
  {
    ids: "bus.deliver.bounded",
    title: "are as they were before, after 10 000 sessions",
    async run(context) {
      const broker = await context.broker();
      const [owner, other] = (await context.nodes(broker, 2)) as [Node, Node];
      await context.client(owner);
      let left = 10_000;
      const churn = async (): Promise<void> => {
        while (left-- > 0) {
          const client = await openBusClient(owner.url);
          if (typeof client === "number") throw new Error(`a GET was answered ${client}`);
          const { status } = await postNumber(other.url, client.id, 1);
          client.close();
          if (status !== 202) throw new Error(`a POST was answered ${status}`);
        }
      };
      // Once for what is loaded and compiled at the first use.
      left = 1_000;
      await Promise.all(range(32).map(churn));
      const before = await Promise.all([owner, other].map((node) => node.tell("report")));
      left = 9_000;
      await Promise.all(range(32).map(churn));
      let sessions = -1;
      for (let tries = 0; sessions !== 1 && tries < 200; tries++) ({ sessions } = await owner.tell("report"));
      expect(sessions).toBe(1);
      const after = await Promise.all([owner, other].map((node) => node.tell("report")));
      for (const [at, { heapBytes }] of after.entries()) {
        expect(heapBytes - (before[at]?.heapBytes ?? 0)).toBeLessThan(12 * 1024 * 1024);
      }
    },
    timeoutMs: 110_000,
  },
];
