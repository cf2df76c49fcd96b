// A right bus in memory, and the ways in which one can be wrong.

import type { BusDelivery, BusEnvelope, BusInbox, BusSubject } from "../../src/bus/subject.ts";

export type BusFault =
  | "loses-the-answer"
  | "answers-accepted-always"
  | "drops-the-principal"
  | "escapes-the-body"
  | "reverses-a-burst"
  | "delivers-late"
  | "never-settles"
  | "ignores-the-signal"
  | "rejects"
  | "knows-nobody-is-there-late"
  | "carries-anything"
  | "is-up-before-its-start"
  | "is-up-after-its-stop"
  | "cuts-at-its-stop";

/** Makes buses that reach each other. */
export function createMemoryBuses(fault?: BusFault): () => BusSubject {
  const inboxes = new Map<string, BusInbox>();
  return () => createBus(inboxes, fault);
}

function createBus(inboxes: Map<string, BusInbox>, fault: BusFault | undefined): BusSubject {
  let own: string | undefined;
  let stopped = false;
  let waiting = 0;
  let cut!: () => void;
  const end = new Promise<BusDelivery>((resolve) => {
    cut = () => resolve({ status: "timeout" });
  });
  let burst: (() => void)[] = [];
  const isUp = (): boolean =>
    (own !== undefined || fault === "is-up-before-its-start") &&
    (!stopped || fault === "is-up-after-its-stop");

  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      burst.push(resolve);
      if (burst.length > 1) return;
      queueMicrotask(() => {
        const all = burst;
        burst = [];
        for (const go of fault === "reverses-a-burst" ? all.reverse() : all) go();
      });
    });

  async function deliver(
    owner: string,
    envelope: BusEnvelope,
    signal: AbortSignal | undefined,
  ): Promise<BusDelivery> {
    if (!isUp()) return { status: "bus-down" };
    const remainingMs = envelope.deadline - Date.now();
    if (remainingMs <= 0 && fault !== "delivers-late") return { status: "timeout" };
    if (signal?.aborted) return { status: "timeout" };
    if (envelope.body.length > 1_000_000 && fault !== "carries-anything") {
      return { status: "rejected", reason: "too-large" };
    }
    await turn();
    const inbox = inboxes.get(owner);
    if (inbox === undefined) {
      if (fault !== "knows-nobody-is-there-late") return { status: "owner-gone" };
      return new Promise((resolve) => setTimeout(resolve, remainingMs, { status: "timeout" }));
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<BusDelivery>((resolve) => {
      const settle = (): void => resolve({ status: "timeout" });
      if (fault !== "never-settles") timer = setTimeout(settle, Math.max(0, remainingMs));
      if (fault !== "ignores-the-signal") signal?.addEventListener("abort", settle, { once: true });
    });
    const carried = {
      ...envelope,
      ...(fault === "drops-the-principal" ? { principal: undefined } : {}),
      ...(fault === "escapes-the-body" ? { body: envelope.body.trim() } : {}),
    };
    try {
      const answer = inbox(carried).catch((error: unknown) => {
        if (fault === "rejects") throw error;
        return late;
      });
      const delivery = await Promise.race([answer, late, end]);
      if (fault === "loses-the-answer") return await late;
      return fault === "answers-accepted-always" ? { status: "accepted" } : delivery;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    get health() {
      return isUp() ? "up" : "down";
    },
    maxBodyBytes: 1_000_000,
    async start(node, inbox) {
      own = node;
      inboxes.set(node, inbox);
    },
    async deliver(owner, envelope, signal) {
      waiting++;
      try {
        return await deliver(owner, envelope, signal);
      } finally {
        waiting--;
      }
    },
    async stop({ drainMs = 0 } = {}) {
      stopped = true;
      const deadline = Date.now() + (fault === "cuts-at-its-stop" ? 0 : drainMs);
      while (waiting > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 1));
      cut();
      if (own !== undefined) inboxes.delete(own);
    },
  };
}
