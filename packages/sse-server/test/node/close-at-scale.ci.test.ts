// The end of a server that many look at, some of whom do not look any more.

import { createServer } from "node:http";
import { until, within } from "@mcp-sse/testkit";
import { blackHole, connectRaw, createFaultProxy, type RawConnection } from "@mcp-sse/testkit/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { createSseHandler } from "../../src/handler.ts";
import { toNodeListener } from "../../src/node/listener.ts";
import type { SseSession } from "../../src/session.ts";
import { listen } from "../support/adapters.ts";
import { notification } from "../support/client.ts";

const LIVE = 1_000;
const STALLED = 100;
const VANISHED = 100;
const GRACE_MS = 2_000;

describe("close", () => {
  test("S14 S15 settles within its grace with 1 000 clients that read, 100 that stall and 100 that vanished", async () => {
    const sessions: SseSession[] = [];
    const codes: string[] = [];
    const handler = createSseHandler((session) => void sessions.push(session), {
      highWaterBytes: 64 * 1024,
      // On a loaded machine it takes longer than that to stall them all.
      stallTimeoutMs: Infinity,
      observer: { closed: ({ reason }) => codes.push(reason.code) },
    });
    const server = createServer(toNodeListener(handler));
    const { url } = await listen(server);
    const proxy = await createFaultProxy({ target: new URL(url) });
    onTestFinished(() => proxy.close());

    const open = async (to: string | URL): Promise<RawConnection> => {
      const connection = await connectRaw(to);
      onTestFinished(() => connection.destroy());
      connection.send({ target: "/sse", headers: [["Host", "localhost"]] });
      await (await connection.stream()).next();
      return connection;
    };
    const openMany = async (count: number, to: string | URL): Promise<RawConnection[]> => {
      const opened: RawConnection[] = [];
      while (opened.length < count) {
        opened.push(
          ...(await Promise.all(Array.from({ length: Math.min(50, count - opened.length) }, () => open(to)))),
        );
      }
      return opened;
    };
    const live = await openMany(LIVE, url);
    const stalled = await openMany(STALLED, url);
    await openMany(VANISHED, proxy.url);
    for (const connection of stalled) connection.stall();
    for (const link of proxy.links) link.become(blackHole());
    // More than the sockets hold: what is left of it waits in the session.
    const rejected: unknown[] = [];
    const message = notification("pad", { pad: "x".repeat(256 * 1024) });
    for (const session of sessions.slice(LIVE)) {
      for (let waits = false, writes = 0; !waits && writes < 100; writes++) {
        waits = true;
        session.write(message).then(
          () => {
            waits = false;
          },
          (error: unknown) => rejected.push(error),
        );
        await new Promise(setImmediate);
        await new Promise(setImmediate);
      }
    }
    await until(() => handler.sessionCount === LIVE + STALLED + VANISHED, "every session");

    const started = performance.now();
    await within(handler.close({ graceMs: GRACE_MS }), "the end of close", GRACE_MS + 3_000);
    const took = performance.now() - started;
    expect(took).toBeGreaterThanOrEqual(GRACE_MS - 50);
    expect(handler.sessionCount).toBe(0);
    expect(codes).toEqual(Array(LIVE + STALLED + VANISHED).fill("shutdown"));
    expect(rejected).toHaveLength(STALLED + VANISHED);
    for (const error of rejected) expect(error).toMatchObject({ reason: { code: "shutdown" } });
    await within(Promise.all(live.map(({ ended }) => ended)), "the end that readers see");
    await within(new Promise((resolve) => server.close(resolve)), "http.Server.close()", 2_000);
  });

  test("S14 does not wait for its grace when every client reads", async () => {
    const handler = createSseHandler(() => undefined);
    const { url } = await listen(createServer(toNodeListener(handler)));
    const connections = await Promise.all(Array.from({ length: 200 }, () => connectRaw(url)));
    for (const connection of connections) {
      onTestFinished(() => connection.destroy());
      connection.send({ target: "/sse" });
      await (await connection.stream()).next();
    }
    await within(handler.close({ graceMs: 60_000 }), "the end of close", 5_000);
  });
});
