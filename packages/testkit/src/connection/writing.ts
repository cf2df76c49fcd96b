import { expect, vi } from "vitest";
import type { Case } from "../case.ts";
import { staysPending, within } from "../patience.ts";
import { createWatchedSignal } from "../watched-signal.ts";
import { type ConnectionContext, type ConnectionSubject, numbered, numberOf } from "./subject.ts";

export const writing: readonly Case<ConnectionContext>[] = [
  {
    ids: ["connection.order", "order.server-to-client", "order.client-to-server"],
    title: "writes 150 messages without waiting for each, and the peer has them in that order",
    async run({ local, peer, patienceMs }) {
      const writes = Array.from({ length: 150 }, (_, number) => local.write(numbered(number)));
      const numbers: (number | undefined)[] = [];
      for (let count = 0; count < 150; count++) {
        numbers.push(numberOf(await within(peer.receive(), `message ${count}`, patienceMs)));
      }
      await within(Promise.all(writes), "all writes", patienceMs);
      expect(numbers).toEqual(Array.from({ length: 150 }, (_, number) => number));
    },
  },
  {
    ids: "connection.abort.reason",
    title: "rejects a write whose signal was aborted before it with the reason itself, and sends nothing",
    async run({ local, peer, patienceMs }) {
      const reason = { why: "not an error" };
      const aborted = local.write(numbered(1), { signal: AbortSignal.abort(reason) });
      await expect(within(aborted, "the aborted write", patienceMs)).rejects.toBe(reason);
      await local.write(numbered(2));
      expect(numberOf(await within(peer.receive(), "the other message", patienceMs))).toBe(2);
    },
  },
  {
    ids: "connection.abort.reason",
    title: "rejects a waiting write that is aborted with the reason itself, and lives",
    async run({ local, peer, patienceMs }) {
      await peer.hold();
      const controller = new AbortController();
      const reason = new Error("enough");
      const waiting = await writeUntilOneWaits(local, patienceMs, controller.signal);
      controller.abort(reason);
      await expect(within(waiting.at(-1) as Promise<void>, "the aborted write", patienceMs)).rejects.toBe(
        reason,
      );
      expect(await staysPending(local.closed, patienceMs / 100)).toBe(true);
      await Promise.allSettled(waiting);
    },
  },
  {
    ids: "connection.write.waiting",
    title: "rejects every write that waits when the peer ends it",
    async run({ local, peer, patienceMs }) {
      await peer.hold();
      const waiting = await writeUntilOneWaits(local, patienceMs);
      waiting.push(local.write(numbered(-1)), local.write(numbered(-2)));
      const outcomes = Promise.allSettled(waiting);
      await peer.end();
      const reason = await within(local.closed, "the end", patienceMs);
      const last = (await within(outcomes, "the waiting writes", patienceMs)).slice(-3);
      for (const outcome of last) {
        expect(outcome).toMatchObject({
          status: "rejected",
          reason: { code: "ERR_CONNECTION_CLOSED", reason: { code: reason.code } },
        });
      }
    },
  },
  {
    ids: ["connection.write.waiting", "connection.close.flush"],
    title: "gives up on a peer that takes nothing 5 s after close, and rejects what still waits",
    timeoutMs: 20_000,
    async run({ local, peer, patienceMs }) {
      await peer.hold();
      const outcomes = Promise.allSettled(await writeUntilOneWaits(local, patienceMs));
      // The clock is moved, not waited for; what it does not drive (sockets, timers from before) runs on.
      vi.useFakeTimers({
        toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"],
      });
      let closing: Promise<void>;
      try {
        closing = local.close();
        await vi.advanceTimersByTimeAsync(5_000);
      } finally {
        vi.useRealTimers();
      }
      await within(closing, "the end of close", 5_000 + patienceMs);
      for (const outcome of await within(outcomes, "the waiting writes", patienceMs)) {
        if (outcome.status === "fulfilled") continue;
        expect(outcome.reason).toMatchObject({ code: "ERR_CONNECTION_CLOSED" });
      }
    },
  },
  {
    ids: "connection.write.after-end",
    title: "rejects a write after its own close with the reason of the end",
    async run({ local, patienceMs }) {
      await local.close("done here");
      const refused = local.write(numbered(1));
      await expect(within(refused, "the refused write", patienceMs)).rejects.toMatchObject({
        code: "ERR_CONNECTION_CLOSED",
        reason: { code: "local", cause: "done here" },
      });
    },
  },
  {
    ids: "connection.write.after-end",
    title: "rejects a write after the peer's end with the reason of the end",
    async run({ local, peer, patienceMs }) {
      await peer.end();
      const reason = await within(local.closed, "the end", patienceMs);
      const refused = local.write(numbered(1));
      await expect(within(refused, "the refused write", patienceMs)).rejects.toMatchObject({
        code: "ERR_CONNECTION_CLOSED",
        reason: { code: reason.code },
      });
    },
  },
  {
    ids: "connection.abort.listeners",
    title: "leaves no listener on a signal that served 50 reads and 50 writes",
    async run({ local, peer, patienceMs }) {
      const watched = createWatchedSignal();
      const { signal } = watched;
      for (let number = 0; number < 50; number++) {
        const read = local.read({ signal });
        await peer.send(numbered(number));
        await within(read, "a message", patienceMs);
        const received = peer.receive();
        await within(local.write(numbered(number), { signal }), "a write", patienceMs);
        await within(received, "the peer's message", patienceMs);
      }
      expect(watched.listeners).toBe(0);
      const unserved = local.read({ signal });
      await within(local.close(), "the end of close", patienceMs);
      await within(unserved, "the unserved read", patienceMs);
      expect(watched.listeners).toBe(0);
    },
  },
];

/** Writes until a write has waited for a while; the last of the returned promises is that one. */
async function writeUntilOneWaits(
  local: ConnectionSubject,
  patienceMs: number,
  signal?: AbortSignal,
): Promise<Promise<void>[]> {
  const { params, ...rest } = numbered(0);
  const message = { ...rest, params: { ...params, padding: "x".repeat(16 * 1024) } };
  const writes: Promise<void>[] = [];
  for (let count = 0; count < 2_000; count++) {
    const write = local.write(message, { signal });
    // Whoever called this looks at the outcome; until then a rejection is nobody's surprise.
    write.catch(() => {});
    writes.push(write);
    if (await staysPending(write, patienceMs / 20)) return writes;
  }
  throw new Error("no write of 2 000 came to wait: does hold() hold?");
}
