// A stream on which nothing comes for longer than 300 s, which is when a global fetch gives a body up.

import diagnostics from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { until, verifies } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { connectSse } from "../../src/connect.ts";
import { note } from "../peer/events.ts";
import { serveSse } from "../peer/sse-server.ts";

/** Longer than the body timeout of every fetch that Node has. */
const SILENCE_MS = 3_600_000;

/** The clock of timers stands still until it is moved; sockets go on. */
function holdTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Moves the clock, a second at a time, and lets sockets do what follows. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    vi.advanceTimersByTime(1_000);
    if (passed % 60_000 === 0) await new Promise(setImmediate);
  }
}

describe("a silent stream", () => {
  verifies(
    "client.node.no-body-timeout",
    "lives for an hour by itself: nothing but its end ends it",
    async () => {
      const sockets: Socket[] = [];
      const onSocket = (message: unknown): void => void sockets.push((message as { socket: Socket }).socket);
      diagnostics.subscribe("net.client.socket", onSocket);
      onTestFinished(() => void diagnostics.unsubscribe("net.client.socket", onSocket));
      const peer = await serveSse();
      holdTimers();
      const connection = await connectSse(peer.url);
      const ended = vi.fn();
      void connection.closed.then(ended);
      await pass(SILENCE_MS);
      expect(ended).not.toHaveBeenCalled();
      expect(vi.getTimerCount()).toBe(0);
      // The other clock that could end it: Node's own, of sockets.
      expect(sockets.map(({ timeout }) => timeout ?? 0)).toEqual([0]);
      peer.stream.write(note("at last"));
      expect(await connection.read()).toMatchObject({ method: "at last" });
      await connection.close();
    },
  );

  test("is cut by a global fetch, on the same clock", async () => {
    const peer = await serveSse();
    holdTimers();
    const connection = await connectSse(peer.url, { fetch: (url, init) => globalThis.fetch(url, init) });
    const reasons: unknown[] = [];
    void connection.closed.then((reason) => reasons.push(reason));
    await pass(SILENCE_MS);
    vi.useRealTimers();
    await until(() => reasons.length === 1);
    expect(reasons).toMatchObject([{ code: "network" }]);
  });
});
