// The message bus within one process: the default, and what handlers in one process can share.

import type { Delivery, Envelope, Inbox, MessageBus } from "./message-bus.ts";

/** The longest that a timer takes, in ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Creates a bus that does not leave the process.
 *
 * Handlers that are given the same bus deliver to each other's sessions. A node that it does not know has no
 * sessions: its IDs are unknown.
 */
export function memoryBus(): MessageBus {
  return new MemoryBus();
}

/** Whether an ID's owner can be asked: of a bus in memory this is known, any other has to be asked. */
export function mayReach(bus: MessageBus, owner: string): boolean {
  return bus instanceof MemoryBus ? bus.has(owner) : true;
}

/** Takes a node off a bus in memory, whose `stop` cannot tell which of its nodes stops. */
export function leaveBus(bus: MessageBus, node: string): void {
  if (bus instanceof MemoryBus) bus.leave(node);
}

class MemoryBus implements MessageBus {
  readonly health = "up" as const;
  readonly maxBodyBytes: number = Infinity;
  readonly #inboxes = new Map<string, Inbox>();

  has(node: string): boolean {
    return this.#inboxes.has(node);
  }

  leave(node: string): void {
    this.#inboxes.delete(node);
  }

  async start(node: string, inbox: Inbox): Promise<void> {
    this.#inboxes.set(node, inbox);
  }

  async deliver(owner: string, envelope: Envelope, signal?: AbortSignal): Promise<Delivery> {
    const inbox = this.#inboxes.get(owner);
    if (inbox === undefined) return { status: "unknown-session" };
    // Of one process there is one clock.
    const remainingMs = envelope.deadline - Date.now();
    if (!(remainingMs > 0) || signal?.aborted === true) return { status: "timeout" };
    let end!: () => void;
    const late = new Promise<Delivery>((resolve) => {
      end = () => resolve({ status: "timeout" });
    });
    const timer = setTimeout(end, Math.min(remainingMs, MAX_TIMER_MS));
    signal?.addEventListener("abort", end, { once: true });
    try {
      return await Promise.race([inbox(envelope), late]);
    } catch {
      return await late;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
    }
  }

  async stop(): Promise<void> {
    // Handlers share it and stop one by one: each takes its own inbox with it, by `leaveBus`.
  }
}
