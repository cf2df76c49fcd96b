import { expect } from "vitest";
import type { Case } from "../case.ts";
import { within } from "../patience.ts";
import { type ConnectionContext, numbered, numberOf } from "./subject.ts";

export const ending: readonly Case<ConnectionContext>[] = [
  {
    ids: ["connection.read.drain", "connection.read.never-rejects"],
    title: "reads what arrived before the peer's end, then undefined for ever",
    async run({ local, peer, patienceMs }) {
      for (let number = 0; number < 5; number++) await peer.send(numbered(number));
      await peer.end();
      await within(local.closed, "the end", patienceMs);
      const numbers: (number | undefined)[] = [];
      for (let count = 0; count < 8; count++) {
        numbers.push(numberOf(await within(local.read(), `read ${count}`, patienceMs)));
      }
      expect(numbers).toEqual([0, 1, 2, 3, 4, undefined, undefined, undefined]);
    },
  },
  {
    ids: ["connection.read.drain", "connection.read.never-rejects"],
    title: "reads what arrived before its own close, then undefined for ever",
    async run({ local, peer, patienceMs }) {
      for (let number = 0; number < 3; number++) await peer.send(numbered(number));
      await within(local.close(), "the end of close", patienceMs);
      const numbers: (number | undefined)[] = [];
      for (let count = 0; count < 5; count++) {
        numbers.push(numberOf(await within(local.read(), `read ${count}`, patienceMs)));
      }
      expect(numbers).toEqual([0, 1, 2, undefined, undefined]);
    },
  },
  {
    ids: "connection.read.never-rejects",
    title: "resolves every waiting read with undefined when it is closed",
    async run({ local, patienceMs }) {
      const reads = Promise.all([local.read(), local.read(), local.read()]);
      await within(local.close(new Error("the cause")), "the end of close", patienceMs);
      expect(await within(reads, "the waiting reads", patienceMs)).toEqual([undefined, undefined, undefined]);
    },
  },
  {
    ids: "connection.read.never-rejects",
    title: "resolves every waiting read with undefined when the peer ends it",
    async run({ local, peer, patienceMs }) {
      const reads = Promise.all([local.read(), local.read()]);
      await peer.end();
      expect(await within(reads, "the waiting reads", patienceMs)).toEqual([undefined, undefined]);
    },
  },
  {
    ids: "connection.close.same-promise",
    title: "returns the same promise from every close, before and after the end",
    async run({ local, patienceMs }) {
      const first = local.close();
      expect(local.close("again")).toBe(first);
      await within(first, "the end of close", patienceMs);
      expect(local.close()).toBe(first);
    },
  },
  {
    ids: "connection.close.same-promise",
    title: "can be closed inside the callbacks of its own end",
    async run({ local, patienceMs }) {
      const inside = local.closed.then(() => local.close("from inside"));
      const afterRead = local.read().then(() => local.close("from a reader"));
      const outside = local.close("first");
      await within(Promise.all([inside, afterRead, outside]), "every close", patienceMs);
      expect(await local.closed).toEqual({ code: "local", cause: "first" });
    },
  },
  {
    ids: "connection.close.cause",
    title: "ends with code local and what close was given as the cause",
    async run({ local, patienceMs }) {
      const cause = new Error("shutting down");
      await within(local.close(cause), "the end of close", patienceMs);
      const reason = await within(local.closed, "the reason", patienceMs);
      expect(reason.code).toBe("local");
      expect(reason.cause).toBe(cause);
    },
  },
  {
    ids: "connection.close.cause",
    title: "ends with code local and no cause when close was given none",
    async run({ local, patienceMs }) {
      await within(local.close(), "the end of close", patienceMs);
      const reason = await within(local.closed, "the reason", patienceMs);
      expect(reason.code).toBe("local");
      expect(reason.cause).toBeUndefined();
    },
  },
  {
    ids: ["connection.closed.once", "connection.closed.both-sides", "delivery.one-end"],
    title: "tells the peer's end once, and keeps that reason whatever comes after",
    async run({ local, peer, patienceMs }) {
      const { closed } = local;
      await peer.end();
      const reason = await within(closed, "the end", patienceMs);
      expect(["peer", "network"]).toContain(reason.code);
      await within(local.close("too late"), "the end of close", patienceMs);
      expect(local.closed).toBe(closed);
      expect(await local.closed).toBe(reason);
    },
  },
  {
    ids: ["connection.closed.both-sides", "delivery.one-end"],
    title: "shows its end to the peer when it is closed",
    async run({ local, peer, patienceMs }) {
      const received = peer.receive();
      await within(local.close(), "the end of close", patienceMs);
      expect(await within(received, "the end at the peer", patienceMs)).toBeUndefined();
    },
  },
  {
    ids: ["connection.closed.once", "connection.closed.both-sides"],
    title: "ends once when both sides end it at the same time",
    async run({ local, peer, patienceMs }) {
      const ended = peer.end();
      const closing = local.close();
      await ended;
      await within(closing, "the end of close", patienceMs);
      const reason = await within(local.closed, "the reason", patienceMs);
      expect(["local", "peer", "network"]).toContain(reason.code);
      expect(await within(local.read(), "the read after the end", patienceMs)).toBeUndefined();
    },
  },
  {
    ids: "connection.close.flush",
    title: "lets what was written before close leave",
    async run({ local, peer, patienceMs }) {
      const received: (number | undefined)[] = [];
      const receiving = (async () => {
        for (let message = await peer.receive(); message; message = await peer.receive()) {
          received.push(numberOf(message));
        }
      })();
      const writes = Promise.allSettled([0, 1, 2].map((number) => local.write(numbered(number))));
      await within(local.close(), "the end of close", patienceMs);
      expect((await writes).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
      await within(receiving, "the end at the peer", patienceMs);
      expect(received).toEqual([0, 1, 2]);
    },
  },
];
