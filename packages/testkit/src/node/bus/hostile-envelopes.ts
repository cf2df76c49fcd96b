// Envelopes that come twice, late, or changed by whoever can write to the broker.

import { expect } from "vitest";
import type { Case } from "../../case.ts";
import { until } from "../../patience.ts";
import { postNumber } from "./bus-client.ts";
import type { BusProcess as Node } from "./bus-process.ts";
import type { FailureContext } from "./failure-context.ts";

export const hostileEnvelopes: readonly Case<FailureContext>[] = [
  {
    ids: ["bus.dedupe", "bus.deliver.never-late"],
    title:
      "deliver an envelope once that comes twice, and not at all one that is replayed after its deadline",
    async run(context) {
      const broker = await context.broker();
      const [owner, other] = (await context.nodes(broker, 2)) as [Node, Node];
      const client = await context.client(owner);
      const tap = await context.tap(broker, client);
      expect((await postNumber(other.url, client.id, 1)).status).toBe(202);
      const isRequest = (text: string): boolean => text.includes('"number":1}');
      await until(() => tap.texts.some(isRequest), "the envelope at the broker");
      const envelope = tap.texts.find(isRequest) ?? "";
      await tap.put(envelope);
      await tap.put(envelope);
      expect((await postNumber(other.url, client.id, 2)).status).toBe(202);
      await new Promise((resolve) => setTimeout(resolve, 2_200));
      await tap.put(envelope);
      expect((await postNumber(other.url, client.id, 3)).status).toBe(202);
      // So many at once that texts carry several; each text comes twice.
      const many = Array.from({ length: 40 }, (_, at) => 10 + at);
      const seen = tap.texts.length;
      const answers = await Promise.all(many.map((number) => postNumber(other.url, client.id, number)));
      expect(answers.map(({ status }) => status)).toEqual(many.map(() => 202));
      const texts = tap.texts.slice(seen).filter((text) => text.includes("notifications/number"));
      for (const text of texts) await tap.put(text);
      expect((await postNumber(other.url, client.id, 4)).status).toBe(202);
      await until(() => client.echoes.includes(4), "the echo");
      expect(client.echoes.slice(0, 3)).toEqual([1, 2, 3]);
      expect(client.echoes.slice(3, -1).toSorted((a, b) => a - b)).toEqual(many);
    },
    timeoutMs: 30_000,
  },
  {
    ids: ["bus.dedupe", "bus.principal"],
    title:
      "deliver no envelope that was changed on its way: its time, its session, its principal, its message",
    async run(context) {
      const broker = await context.broker();
      const [owner, other] = (await context.nodes(broker, 2)) as [Node, Node];
      const [client, victim] = [await context.client(owner), await context.client(owner)];
      const tap = await context.tap(broker, client);
      expect((await postNumber(other.url, client.id, 1)).status).toBe(202);
      const isRequest = (text: string): boolean => text.includes('"number":1}');
      await until(() => tap.texts.some(isRequest), "the envelope at the broker");
      const envelope = tap.texts.find(isRequest) ?? "";
      const changes: ((text: string) => string)[] = [
        (text) => text.replace(/\d{13}/, (deadline) => String(Number(deadline) + 60_000)),
        (text) => text.replace(client.id, victim.id),
        (text) => text.replace('"version":1,', '"version":1,"principal":"somebody",'),
        (text) => text.replace('"number":1}', '"number":666}'),
        (text) => text.replace(/"id":"\w{8}/, '"id":"00000000'),
        (text) => text.slice(0, -5),
        (text) => text.slice(5),
        () => "",
      ];
      for (const change of changes) await tap.put(change(envelope));
      expect((await postNumber(other.url, client.id, 2)).status).toBe(202);
      await until(() => client.echoes.includes(2), "the echo");
      expect(client.echoes).toEqual([1, 2]);
      expect(victim.echoes).toEqual([]);
    },
    timeoutMs: 30_000,
  },
];
