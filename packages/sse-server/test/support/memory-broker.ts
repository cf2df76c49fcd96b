// A broker in memory, that can hold back, lose and repeat what it carries.

import type { BusCarrier, CarrierEvents } from "../../src/bus/carrier.ts";

export interface MemoryBroker {
  /** A connection of one node. */
  connect(): BusCarrier & { readonly events: CarrierEvents | undefined };
  /** What was sent, in order. */
  readonly sent: { readonly to: string; readonly text: string }[];
  /** While it holds, what is sent waits; then it arrives. */
  hold(): void;
  release(): void;
  /** Listens at an inbox without a bus. */
  listen(node: string, onText: (text: string) => void): void;
  /** Puts a text into an inbox. */
  put(node: string, text: string): void;
}

export function memoryBroker(maxTextBytes: number = 1024 * 1024): MemoryBroker {
  const inboxes = new Map<string, (text: string) => void>();
  const sent: { to: string; text: string }[] = [];
  let held: (() => void)[] | undefined;
  const carry = (arrive: () => void): void => {
    if (held === undefined) queueMicrotask(arrive);
    else held.push(arrive);
  };
  const send = (to: string, text: string): void => {
    sent.push({ to, text });
    carry(() => inboxes.get(to)?.(text));
  };
  return {
    sent,
    connect() {
      let own: CarrierEvents | undefined;
      let name = "";
      return {
        maxTextBytes,
        get events() {
          return own;
        },
        async open(node, events) {
          own = events;
          name = node;
          inboxes.set(node, (text) => events.text(text));
          events.up();
        },
        async request(node, id, text) {
          if (!inboxes.has(node)) own?.nobody(id);
          else send(node, text);
        },
        reply: (node, _id, text) => send(node, text),
        async close() {
          inboxes.delete(name);
        },
      };
    },
    hold() {
      held ??= [];
    },
    release() {
      const waiting = held ?? [];
      held = undefined;
      for (const arrive of waiting) arrive();
    },
    listen: (node, onText) => void inboxes.set(node, onText),
    put: (node, text) => inboxes.get(node)?.(text),
  };
}
