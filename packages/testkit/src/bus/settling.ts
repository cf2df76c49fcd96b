import { expect } from "vitest";
import type { Case } from "../case.ts";
import { staysPending, within } from "../patience.ts";
import { type BusContext, envelopeTo } from "./subject.ts";

const never = new Promise<never>(() => undefined);

/** How long before a deadline something may settle, and how long after on a busy machine, in ms. */
const EARLY_MS = 150;
const LATE_MS = 1_500;

export const settling: readonly Case<BusContext>[] = [
  {
    ids: "bus.deliver.settles",
    title: "settles as timeout at the deadline when the owner says nothing",
    async run({ join }) {
      const owner = await join(() => never);
      const poster = await join();
      const started = Date.now();
      const envelope = envelopeTo(owner.name, { from: poster.name, deadline: started + 400 });
      const delivery = within(poster.bus.deliver(owner.name, envelope), "the answer");
      expect(await delivery).toEqual({ status: "timeout" });
      const took = Date.now() - started;
      expect(took).toBeGreaterThan(400 - EARLY_MS);
      expect(took).toBeLessThan(400 + LATE_MS);
    },
  },
  {
    ids: ["bus.deliver.never-late", "bus.deliver.settles"],
    title: "settles as timeout at once when the deadline has passed, and the owner sees nothing of it",
    async run({ join }) {
      const [owner, poster] = [await join(), await join()];
      const late = envelopeTo(owner.name, { from: poster.name, deadline: Date.now() - 1 });
      expect(await within(poster.bus.deliver(owner.name, late), "the answer")).toEqual({ status: "timeout" });
      const next = envelopeTo(owner.name, { from: poster.name });
      await within(poster.bus.deliver(owner.name, next), "the answer");
      expect(owner.received.map(({ id }) => id)).toEqual([next.id]);
    },
  },
  {
    ids: "bus.deliver.settles",
    title: "settles when the inbox rejects",
    async run({ join }) {
      const owner = await join(() => Promise.reject(new Error("broken")));
      const poster = await join();
      const envelope = envelopeTo(owner.name, { from: poster.name, deadline: Date.now() + 300 });
      const delivery = await within(poster.bus.deliver(owner.name, envelope), "the answer");
      expect(delivery).toEqual({ status: "timeout" });
    },
  },
  {
    ids: "bus.deliver.settles",
    title: "settles when the poster gives up, before it is sent and after",
    async run({ join }) {
      const owner = await join(() => never);
      const poster = await join();
      const gone = AbortSignal.abort();
      const before = poster.bus.deliver(owner.name, envelopeTo(owner.name, { from: poster.name }), gone);
      expect(await within(before, "the answer", 1_000)).toEqual({ status: "timeout" });
      const controller = new AbortController();
      const envelope = envelopeTo(owner.name, { from: poster.name });
      const after = poster.bus.deliver(owner.name, envelope, controller.signal);
      expect(await staysPending(after, 20)).toBe(true);
      controller.abort();
      expect(await within(after, "the answer", 1_000)).toEqual({ status: "timeout" });
    },
  },
  {
    ids: "bus.deliver.owner-gone",
    title: "knows at once that an owner is gone, or never was there",
    async run({ join, isShared }) {
      const [owner, poster] = [await join(), await join()];
      const gone = { status: isShared ? "unknown-session" : "owner-gone" };
      const started = Date.now();
      const stranger = envelopeTo("nobody000000", { from: poster.name });
      expect(await within(poster.bus.deliver("nobody000000", stranger), "the answer")).toEqual(gone);
      if (!isShared) {
        await poster.bus.deliver(owner.name, envelopeTo(owner.name, { from: poster.name }));
        await within(owner.bus.stop(), "the end of the owner");
        const envelope = envelopeTo(owner.name, { from: poster.name });
        expect(await within(poster.bus.deliver(owner.name, envelope), "the answer")).toEqual(gone);
        expect(owner.received).toHaveLength(1);
      }
      expect(Date.now() - started).toBeLessThan(1_000);
    },
  },
  {
    ids: "bus.deliver.too-large",
    title: "refuses a body that is larger than it says, and carries one that is as large",
    async run({ join }) {
      const [owner, poster] = [await join(), await join()];
      const { maxBodyBytes } = poster.bus;
      if (maxBodyBytes === Infinity) return;
      // A large body takes its time on a busy machine.
      const deadline = Date.now() + 4_500;
      const largest = envelopeTo(owner.name, {
        from: poster.name,
        deadline,
        body: "x".repeat(maxBodyBytes),
      });
      expect(await within(poster.bus.deliver(owner.name, largest), "the answer")).toEqual({
        status: "accepted",
      });
      const larger = envelopeTo(owner.name, {
        from: poster.name,
        body: "x".repeat(maxBodyBytes + 64 * 1024),
      });
      expect(await within(poster.bus.deliver(owner.name, larger), "the answer")).toEqual({
        status: "rejected",
        reason: "too-large",
      });
      expect(owner.received).toHaveLength(1);
      expect(poster.bus.health).toBe("up");
    },
  },
  {
    ids: "bus.health",
    title: "is down before its start, up with it, and down from its stop on",
    async run({ join, connect, isShared }) {
      if (isShared) {
        expect((await connect()).health).toBe("up");
        return;
      }
      const owner = await join();
      const bus = await connect();
      expect(bus.health).toBe("down");
      const early = bus.deliver(owner.name, envelopeTo(owner.name));
      expect(await within(early, "the answer", 1_000)).toEqual({ status: "bus-down" });
      await within(
        bus.start("late00000000", async () => ({ status: "accepted" })),
        "the inbox",
      );
      expect(bus.health).toBe("up");
      await within(bus.stop(), "the end of the bus");
      expect(bus.health).toBe("down");
      const late = bus.deliver(owner.name, envelopeTo(owner.name));
      expect(await within(late, "the answer", 1_000)).toEqual({ status: "bus-down" });
      expect(owner.received).toEqual([]);
    },
  },
  {
    ids: "bus.deliver.settles",
    title: "settles what waits when it stops, after what was given to drain",
    async run({ join, isShared }) {
      if (isShared) return;
      let answer: (() => void) | undefined;
      const owner = await join(async () => {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return { status: "accepted" };
      });
      const poster = await join();
      const drained = poster.bus.deliver(owner.name, envelopeTo(owner.name, { from: poster.name }));
      expect(await staysPending(drained, 50)).toBe(true);
      const stopping = poster.bus.stop({ drainMs: 1_500 });
      expect(await staysPending(stopping, 50)).toBe(true);
      answer?.();
      expect(await within(drained, "the answer")).toEqual({ status: "accepted" });
      await within(stopping, "the end of the bus");

      const other = await join();
      const cut = other.bus.deliver(owner.name, envelopeTo(owner.name, { from: other.name }));
      expect(await staysPending(cut, 50)).toBe(true);
      await within(other.bus.stop(), "the end of the bus");
      expect(await within(cut, "the answer", 1_000)).toEqual({ status: "timeout" });
    },
  },
];
