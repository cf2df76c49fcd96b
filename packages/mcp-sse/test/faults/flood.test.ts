// More than a network takes: what waits for a client that hears nothing is bounded, and ends its session, and no other.

import type { CloseReason } from "@mcp-sse/jsonrpc";
import { connectSse } from "@mcp-sse/sse-client";
import { createSseHandler, type SseSession } from "@mcp-sse/sse-server";
import { toNodeListener } from "@mcp-sse/sse-server/node";
import { until, within } from "@mcp-sse/testkit";
import { blackHole, createFaultProxy, serveListener } from "@mcp-sse/testkit/node";
import { describe, expect, onTestFinished, test } from "vitest";

const MESSAGE_BYTES = 64 * 1024;
const MAX_BACKLOG_BYTES = 2 * 1024 * 1024;
const IDLE_MS = 600;

/** What the kernel takes for two sockets of loopback before it lets anybody wait. */
const KERNEL_BYTES = 32 * 1024 * 1024;

const large = { jsonrpc: "2.0", method: "large", params: { text: "x".repeat(MESSAGE_BYTES) } } as const;
const small = { jsonrpc: "2.0", method: "small" } as const;

/** A session whose client is in a black hole that no TCP gives up, beside one whose client is well. */
async function openTwo(stallTimeoutMs: number) {
  const sessions: SseSession[] = [];
  const handler = createSseHandler((session) => void sessions.push(session), {
    keepAliveMs: 100,
    highWaterBytes: 256 * 1024,
    maxBacklogBytes: MAX_BACKLOG_BYTES,
    stallTimeoutMs,
  });
  const server = await serveListener(toNodeListener(handler));
  const proxy = await createFaultProxy({ target: server.url });
  onTestFinished(async () => {
    await proxy.close();
    await handler.close({ graceMs: 0 });
    await server.close();
  });
  const url = new URL("/sse", proxy.url);
  const options = { idleTimeoutMs: IDLE_MS, headers: { "x-test": "flood" } };
  const good = await connectSse(url, { ...options, idleTimeoutMs: 20_000 });
  const lost = await connectSse(url, options);
  await until(() => sessions.length === 2);
  proxy.links[1]?.become(blackHole());
  return { handler, good, lost, session: sessions[1] as SseSession, other: sessions[0] as SseSession };
}

describe("a session whose client is in a black hole", () => {
  test.each<[string, number, CloseReason["code"]]>([
    ["by the stall deadline, of a writer that waits", 500, "stalled"],
    ["by its backlog, of a writer that does not", 60_000, "backlog"],
  ])("ends %s", { timeout: 30_000 }, async (_how, stallTimeoutMs, code) => {
    const { handler, good, lost, session, other } = await openTwo(stallTimeoutMs);
    const settled = { taken: 0, failed: 0 };
    const writes: Promise<void>[] = [];
    let isOver = false;
    void session.closed.then(() => {
      isOver = true;
    });
    while (!isOver) {
      const write = session.write(large).then(
        () => void settled.taken++,
        () => void settled.failed++,
      );
      writes.push(write);
      await (code === "stalled" ? write : new Promise(setImmediate));
    }
    expect((await session.closed).code).toBe(code);
    await within(Promise.all(writes), "the end of every write");
    // Taken is what the kernel has, and what the limits let wait.
    expect(settled.taken * MESSAGE_BYTES).toBeLessThan(KERNEL_BYTES + 256 * 1024);
    expect(settled.failed * MESSAGE_BYTES).toBeLessThan(MAX_BACKLOG_BYTES + 3 * MESSAGE_BYTES);
    expect((await within(lost.closed, "the end at the client")).code).toBe("idle");
    expect(handler.sessionCount).toBe(1);
    await other.write(small);
    expect(await good.read()).toEqual(small);
    await good.close();
  });
});
