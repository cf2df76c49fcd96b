// What does not grow: listeners, sockets, timers, however often something is done.

import { getEventListeners } from "node:events";
import { until } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { connectSse } from "../src/connect.ts";
import { leaveNothing, timers } from "./leave-nothing.ts";
import { branches } from "./peer/branches.ts";
import { block, note } from "./peer/events.ts";
import { openStream } from "./peer/server.ts";
import { serveSse } from "./peer/sse-server.ts";

describe.each(branches)("over $name", ({ options }) => {
  // A global fetch costs several times as much per send; leaks.ci.test.ts has it make as many.
  const sends = options.fetch === undefined ? 5_000 : 1_000;

  test(`${sends} sends leave no listener, no socket and no timer`, { timeout: 60_000 }, () =>
    leaveNothing(options, sends),
  );

  test("300 broken streams leave no listener, no socket and no timer", { timeout: 60_000 }, async () => {
    const breaks: ((response: import("node:http").ServerResponse) => void)[] = [
      (response) => response.destroy(),
      (response) => response.socket?.resetAndDestroy(),
      (response) => response.end(),
      (response) => {
        openStream(response);
        response.end(block("message", "{}"));
      },
      (response) => {
        openStream(response);
        response.write(`${block("endpoint", "/message")}${note("a")}data: {`, () => response.destroy());
      },
      (response) => {
        openStream(response);
        response.end(block("endpoint", "/message") + note("a"));
      },
    ];
    let next = 0;
    const peer = await serveSse({
      onGet: (_request, response) => breaks[next++ % breaks.length]?.(response),
    });
    const { signal } = new AbortController();
    for (let count = 0; count < 300; count++) {
      const connection = await connectSse(peer.url, { ...options, signal, idleTimeoutMs: 60_000 }).catch(
        () => undefined,
      );
      await connection?.closed;
    }
    expect(peer.received).toHaveLength(300);
    expect(getEventListeners(signal, "abort")).toEqual([]);
    await until(() => timers() <= 2, "the end of the timers");
    // A runtime's own fetch keeps an idle socket or two for a while.
    await until(() => peer.sockets.size <= 2, "the end of the sockets");
  });
});
