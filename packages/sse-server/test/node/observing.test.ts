// What the observer is told of a whole life is what Node's diagnostics channels publish: the same, in the same order.

import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { until, verifies } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished } from "vitest";
import type { SseObserver } from "../../src/observer.ts";
import { collect, fetchAdapter, nodeAdapter } from "../support/adapters.ts";
import { notification, open, ping } from "../support/client.ts";

const CHANNELS = {
  opened: "mcp-sse.session.opened",
  closed: "mcp-sse.session.closed",
  backlog: "mcp-sse.session.backlog",
  received: "mcp-sse.message.received",
  sent: "mcp-sse.message.sent",
  refused: "mcp-sse.refused",
} as const satisfies Record<Exclude<keyof SseObserver, "error">, string>;

type Told = readonly [name: string, event: unknown];

describe.each([nodeAdapter, fetchAdapter])("an observer over $name", ({ serve }) => {
  verifies(
    "session.observer",
    "is told what the channels publish, the same and in the same order",
    async () => {
      const told: Told[] = [];
      const published: Told[] = [];
      const observer: Record<string, (event: unknown) => void> = {};
      for (const [name, channel] of Object.entries(CHANNELS)) {
        observer[name] = (event) => void told.push([name, event]);
        const onMessage = (event: unknown): void => void published.push([name, event]);
        subscribe(channel, onMessage);
        onTestFinished(() => void unsubscribe(channel, onMessage));
      }
      const { sessions, accept } = collect();
      const { handler, fetch, url } = await serve(accept, { observer, highWaterBytes: 1_000 });

      const client = await open(fetch, url);
      await client.post(ping());
      await client.post("{");
      const written = sessions[0]?.write(notification("large", { pad: "x".repeat(2_000) }));
      await client.nextMessage();
      await written;
      await client.leave();
      await until(() => handler.sessionCount === 0, "the end");
      const again = await open(fetch, url);
      await handler.close();
      expect(await again.next()).toBeUndefined();

      expect(told.map(([name]) => name)).toEqual([
        "opened",
        "received",
        "refused",
        "backlog",
        "sent",
        "closed",
        "opened",
        "closed",
      ]);
      expect(published).toEqual(told);
      // Not only alike: what a subscriber keeps of a session is the session.
      for (const [at, [, event]] of told.entries()) expect(published[at]?.[1]).toBe(event);
      const [, last] = told.at(-1) ?? [];
      expect(last).toEqual({ session: sessions[1], reason: expect.objectContaining({ code: "shutdown" }) });
    },
  );
});
