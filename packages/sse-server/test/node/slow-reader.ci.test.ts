import { createServer } from "node:http";
import { connect } from "node:net";
import { until } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { createSseHandler } from "../../src/handler.ts";
import { toNodeListener } from "../../src/node/listener.ts";
import type { SseSession } from "../../src/session.ts";
import { listen } from "../support/adapters.ts";
import { notification } from "../support/client.ts";

const READERS = 99;
const MESSAGES = 10_000;
const LARGE_BYTES = 60_000;
const MIB = 1024 * 1024;
const MAX_BACKLOG_BYTES = MIB;

/** One byte in each message, which JSON leaves as it is. */
const MARK = "\x7f";

/** Opens a session; counts its messages, without decoding them. */
function reader(port: number): { count: () => number; pause: () => void } {
  const socket = connect(port, "127.0.0.1", () =>
    socket.write("GET /sse HTTP/1.1\r\nHost: localhost\r\n\r\n"),
  );
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  let count = 0;
  socket.on("data", (chunk) => {
    for (let at = chunk.indexOf(MARK); at !== -1; at = chunk.indexOf(MARK, at + 1)) count++;
  });
  return { count: () => count, pause: () => socket.pause() };
}

describe("a handler", () => {
  test("S13 gives 99 good readers 10 000 messages each beside one that stalls, which costs its limit", async () => {
    const sessions: SseSession[] = [];
    const handler = createSseHandler((session) => void sessions.push(session), {
      maxBacklogBytes: MAX_BACKLOG_BYTES,
    });
    const { port } = await listen(createServer(toNodeListener(handler)));
    const stalled = reader(port);
    await until(() => sessions.length === 1, "its session");
    stalled.pause();
    const good = Array.from({ length: READERS }, () => reader(port));
    await until(() => sessions.length === READERS + 1, "every session");

    const [first, ...others] = sessions as [SseSession, ...SseSession[]];
    const large = notification("large", { pad: "x".repeat(LARGE_BYTES) });
    const base = process.memoryUsage().rss;
    let grown = 0;
    let taken = 0;
    let over = false;
    void first.closed.then(() => {
      over = true;
    });
    const flood = (async () => {
      for (; taken < MESSAGES && !over; taken++) {
        first.write(large).catch(() => undefined);
        if (taken % 8 === 0) await new Promise(setImmediate);
        grown = Math.max(grown, process.memoryUsage().rss - base);
      }
    })();
    const message = notification("tick", { mark: MARK, pad: "x".repeat(100) });
    await Promise.all(
      others.map(async (session) => {
        for (let sent = 0; sent < MESSAGES; sent++) {
          await session.write(message);
          if (sent % 500 === 0) grown = Math.max(grown, process.memoryUsage().rss - base);
        }
      }),
    );
    await flood;
    expect(await first.closed).toMatchObject({ code: "backlog" });
    // Its limit, and what the two sockets hold for it.
    expect(taken * LARGE_BYTES).toBeLessThan(MAX_BACKLOG_BYTES + 32 * MIB);
    // The flood alone is 600 MB; what the others are sent is 130 MB of garbage.
    expect(grown).toBeLessThan((READERS + 1) * MAX_BACKLOG_BYTES + 256 * MIB);
    await until(() => good.every(({ count }) => count() === MESSAGES), "every message", 60_000);
    expect(handler.sessionCount).toBe(READERS);
    await handler.close();
  });
});
