// What does not grow: listeners, sockets, timers, however often something is done.

import { createWatchedSignal, until } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { connectSse } from "../src/connect.ts";
import { leaveNothing } from "./leave-nothing.ts";
import { branches } from "./peer/branches.ts";
import { block, note } from "./peer/events.ts";
import { isNodeHttp, sendsAgain } from "./peer/platform.ts";
import { openStream } from "./peer/server.ts";
import { type SsePeerOptions, serveSse } from "./peer/sse-server.ts";
import { watchTimers } from "./watch-timers.ts";

type Answer = Parameters<NonNullable<SsePeerOptions["onGet"]>>[1];

const breaks: readonly { readonly connects?: boolean; run(response: Answer): unknown }[] = [
  { connects: false, run: (response) => response.destroy() },
  { connects: false, run: (response) => response.socket?.resetAndDestroy() },
  { connects: false, run: (response) => response.end() },
  {
    connects: false,
    run(response) {
      openStream(response);
      response.end(block("message", "{}"));
    },
  },
  {
    run(response) {
      openStream(response);
      response.write(`${block("endpoint", "/message")}${note("a")}data: {`, () => response.destroy());
    },
  },
  {
    connects: true,
    run(response) {
      openStream(response);
      response.end(block("endpoint", "/message") + note("a"));
    },
  },
];

describe.each(branches)("over $name", ({ options }) => {
  // A fetch costs several times as much per send; leaks.ci.test.ts has that of Node make as many.
  const sends = isNodeHttp && options.fetch === undefined ? 5_000 : 1_000;

  test(`${sends} sends leave no listener, no socket and no timer`, { timeout: 60_000 }, () =>
    leaveNothing(options, sends),
  );

  test("300 broken streams leave no listener, no socket and no timer", { timeout: 60_000 }, async () => {
    const peer = await serveSse({
      onGet: ({ target }, response) => breaks[Number(target.split("?")[1]) % breaks.length]?.run(response),
    });
    const watched = createWatchedSignal();
    const { signal } = watched;
    const timers = watchTimers();
    for (let count = 0; count < 300; count++) {
      const url = `${peer.url}?${count}`;
      const connection = await connectSse(url, { ...options, signal, idleTimeoutMs: 60_000 }).catch(
        () => undefined,
      );
      const { connects = connection !== undefined } = breaks[count % breaks.length] ?? {};
      expect(connection !== undefined, `${count} connects`).toBe(connects);
      await connection?.closed;
    }
    const asked = peer.received.map(({ target }) => target);
    expect(new Set(asked).size).toBe(300);
    if (!sendsAgain) expect(asked).toHaveLength(300);
    expect(watched.listeners).toBe(0);
    await until(() => timers() <= 0, "the end of the timers");
    // A fetch keeps an idle socket or two for a while.
    await until(() => peer.sockets.size <= 2, "the end of the sockets");
  });
});
