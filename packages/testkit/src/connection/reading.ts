import { expect } from "vitest";
import type { Case } from "../case.ts";
import { within } from "../patience.ts";
import { type ConnectionContext, numbered, numberOf } from "./subject.ts";

export const reading: readonly Case<ConnectionContext>[] = [
  {
    ids: ["connection.order", "order.server-to-client", "order.client-to-server"],
    title: "reads 150 messages in the order in which they were sent, one per call",
    async run({ local, peer, patienceMs }) {
      const numbers: (number | undefined)[] = [];
      const sending = (async () => {
        for (let number = 0; number < 150; number++) await peer.send(numbered(number));
      })();
      for (let count = 0; count < 150; count++) {
        numbers.push(numberOf(await within(local.read(), `message ${count}`, patienceMs)));
      }
      await sending;
      expect(numbers).toEqual(Array.from({ length: 150 }, (_, number) => number));
    },
  },
  {
    ids: "connection.read.fifo",
    title: "serves concurrent reads in the order of their calls",
    async run({ local, peer, patienceMs }) {
      const served: (number | undefined)[] = [];
      const reads = [0, 1, 2, 3].map((call) =>
        local.read().then((message) => {
          served.push(call);
          return numberOf(message);
        }),
      );
      for (let number = 0; number < 4; number++) await peer.send(numbered(number));
      expect(await within(Promise.all(reads), "all reads", patienceMs)).toEqual([0, 1, 2, 3]);
      expect(served).toEqual([0, 1, 2, 3]);
    },
  },
  {
    ids: ["connection.read.abort", "connection.abort.reason"],
    title:
      "takes no message for an aborted read that stood in line, and rejects with the signal's reason itself",
    async run({ local, peer, patienceMs }) {
      const controller = new AbortController();
      const reason = { why: "not an error, and handed on as it is" };
      const first = local.read();
      const aborted = local.read({ signal: controller.signal });
      const third = local.read();
      controller.abort(reason);
      await expect(within(aborted, "the aborted read", patienceMs)).rejects.toBe(reason);
      await peer.send(numbered(1));
      await peer.send(numbered(2));
      expect(numberOf(await within(first, "the first read", patienceMs))).toBe(1);
      expect(numberOf(await within(third, "the third read", patienceMs))).toBe(2);
    },
  },
  {
    ids: ["connection.read.abort", "connection.abort.reason"],
    title: "takes no message for a read whose signal was aborted before it",
    async run({ local, peer, patienceMs }) {
      const reason = new Error("too late");
      await peer.send(numbered(1));
      const aborted = local.read({ signal: AbortSignal.abort(reason) });
      await expect(within(aborted, "the aborted read", patienceMs)).rejects.toBe(reason);
      expect(numberOf(await within(local.read(), "the message", patienceMs))).toBe(1);
    },
  },
  {
    ids: "connection.read.abort",
    title: "loses no message to an abort in the same tick as the read",
    async run({ local, peer, patienceMs }) {
      await peer.send(numbered(1));
      await peer.send(numbered(2));
      const controller = new AbortController();
      const raced = local.read({ signal: controller.signal }).then(numberOf, () => undefined);
      controller.abort();
      const seen = [await within(raced, "the raced read", patienceMs)];
      // Whichever won: the message is either returned or still there.
      if (seen[0] === undefined) seen.pop();
      while (seen.at(-1) !== 2) seen.push(numberOf(await within(local.read(), "the rest", patienceMs)));
      expect(seen).toEqual([1, 2]);
    },
  },
  {
    ids: "connection.read.abort",
    title: "keeps a message that was read, when its signal is aborted afterwards",
    async run({ local, peer, patienceMs }) {
      const controller = new AbortController();
      const read = local.read({ signal: controller.signal });
      await peer.send(numbered(1));
      expect(numberOf(await within(read, "the message", patienceMs))).toBe(1);
      controller.abort();
      await peer.send(numbered(2));
      expect(numberOf(await within(local.read(), "the next message", patienceMs))).toBe(2);
    },
  },
  {
    ids: "connection.iterate",
    title: "stays open when its iterator is left early, and reads on from there",
    async run({ local, peer, patienceMs }) {
      for (let number = 0; number < 3; number++) await peer.send(numbered(number));
      for await (const message of local) {
        expect(numberOf(message)).toBe(0);
        break;
      }
      expect(numberOf(await within(local.read(), "the second message", patienceMs))).toBe(1);
      for await (const message of local) {
        expect(numberOf(message)).toBe(2);
        break;
      }
      await local.write(numbered(3));
      expect(numberOf(await within(peer.receive(), "the peer's message", patienceMs))).toBe(3);
    },
  },
  {
    ids: ["connection.iterate", "connection.read.drain"],
    title: "ends its iterator when the peer ends it, after what arrived before",
    async run({ local, peer, patienceMs }) {
      for (let number = 0; number < 3; number++) await peer.send(numbered(number));
      await peer.end();
      const numbers: (number | undefined)[] = [];
      const iterating = (async () => {
        for await (const message of local) numbers.push(numberOf(message));
      })();
      await within(iterating, "the end of the iterator", patienceMs);
      expect(numbers).toEqual([0, 1, 2]);
    },
  },
];
