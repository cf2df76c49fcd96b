import { expect } from "vitest";
import type { Case } from "../case.ts";
import { within } from "../patience.ts";
import { type BusContext, type BusDelivery, envelopeTo } from "./subject.ts";

const ACCEPTED = { status: "accepted" };

/** Everything that an envelope can hold, and text that breaks what counts characters as bytes. */
const FULL = {
  principal: "al\nice \u{1f980}",
  authInfo: { token: "t", scopes: ["a", "b"], deep: { nothing: null } },
  target: "/sse?sessionId=%20&x=é",
  origin: "https://mcp.example.com:8443",
  headers: [
    ["content-type", "application/json"],
    ["traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"],
    ["x-empty", ""],
  ] as const,
  remoteAddress: "::ffff:127.0.0.1",
  body: ' {"jsonrpc" : "2.0",\r\n "method":"x", "params":{"text":"\u{1f980} é \\n \\u0000 \u2028"}}\n',
};

export const carrying: readonly Case<BusContext>[] = [
  {
    ids: ["bus.deliver.accepted", "bus.deliver.intact"],
    title: "carries an envelope with all that it holds, and the owner's answer back",
    async run({ join }) {
      const [owner, poster] = [await join(), await join()];
      const envelope = envelopeTo(owner.name, { ...FULL, from: poster.name });
      expect(await within(poster.bus.deliver(owner.name, envelope), "the answer")).toEqual(ACCEPTED);
      expect(owner.received).toHaveLength(1);
      const { deadline, ...received } = owner.received[0] ?? envelope;
      const { deadline: meant, ...sent } = envelope;
      expect({ ...received }).toEqual(sent);
      // The two read one clock here: the deadline may have become earlier, by what was not known of it.
      expect(deadline).toBeGreaterThan(meant - 1_000);
      expect(deadline).toBeLessThan(meant + 50);
      expect(poster.received).toEqual([]);
    },
  },
  {
    ids: "bus.deliver.intact",
    title: "carries a body of 200 kB of text that takes three bytes for each character",
    async run({ join }) {
      const [owner, poster] = [await join(), await join()];
      const body = JSON.stringify("漢".repeat(66_000));
      const envelope = envelopeTo(owner.name, { from: poster.name, body });
      expect(await within(poster.bus.deliver(owner.name, envelope), "the answer")).toEqual(ACCEPTED);
      expect(owner.received[0]?.body === body).toBe(true);
    },
  },
  {
    ids: "bus.deliver.accepted",
    title: "hands back every answer that an owner can give",
    async run({ join }) {
      const answers: readonly BusDelivery[] = [
        { status: "accepted" },
        { status: "unknown-session" },
        { status: "forbidden" },
        { status: "overloaded" },
        { status: "timeout" },
        { status: "rejected", reason: "not-json" },
        { status: "rejected", reason: "not-a-message" },
        { status: "rejected", reason: "too-large" },
      ];
      const left = [...answers];
      const owner = await join(() => left.shift() ?? ACCEPTED);
      const poster = await join();
      for (const answer of answers) {
        const envelope = envelopeTo(owner.name, { from: poster.name });
        expect(await within(poster.bus.deliver(owner.name, envelope), "the answer")).toEqual(answer);
      }
    },
  },
  {
    ids: "bus.deliver.order",
    title: "carries 300 envelopes that are sent at once in their order, the first to a stranger included",
    async run({ join }) {
      const [owner, poster] = [await join(), await join()];
      const bodies = Array.from({ length: 300 }, (_, number) => String(number));
      const sent = bodies.map((body) =>
        poster.bus.deliver(owner.name, envelopeTo(owner.name, { from: poster.name, body })),
      );
      expect(await within(Promise.all(sent), "the answers")).toEqual(bodies.map(() => ACCEPTED));
      expect(owner.received.map(({ body }) => body)).toEqual(bodies);
    },
  },
  {
    ids: ["bus.deliver.accepted", "bus.deliver.order"],
    title: "carries both ways at once, to several nodes, and to its own",
    async run({ join }) {
      const nodes = [await join(), await join(), await join()];
      const deliveries = nodes.flatMap((from) =>
        nodes.flatMap((to) =>
          Array.from({ length: 20 }, (_, number) =>
            from.bus.deliver(to.name, envelopeTo(to.name, { from: from.name, body: String(number) })),
          ),
        ),
      );
      for (const delivery of await within(Promise.all(deliveries), "the answers")) {
        expect(delivery).toEqual(ACCEPTED);
      }
      for (const { received } of nodes) {
        expect(received).toHaveLength(60);
        for (const { name } of nodes) {
          const bodies = received.filter(({ from }) => from === name).map(({ body }) => body);
          expect(bodies).toEqual(Array.from({ length: 20 }, (_, number) => String(number)));
        }
      }
    },
  },
  {
    ids: "bus.deliver.accepted",
    title: "reaches an inbox as soon as its start has resolved",
    async run({ join }) {
      const poster = await join();
      for (let round = 0; round < 10; round++) {
        const owner = await join();
        const envelope = envelopeTo(owner.name, { from: poster.name });
        expect(await within(poster.bus.deliver(owner.name, envelope), "the answer")).toEqual(ACCEPTED);
      }
    },
  },
];
