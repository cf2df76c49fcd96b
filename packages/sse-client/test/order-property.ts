// Random messages at random latencies over real HTTP: the property, for both sizes of its test.

import { encodeMessage, type JsonRpcMessage } from "@mcp-sse/jsonrpc";
import { testSeed } from "@mcp-sse/testkit";
import fc from "fast-check";
import { expect } from "vitest";
import { connectSse } from "../src/connect.ts";
import type { SseClientOptions } from "../src/options.ts";
import { block } from "./peer/events.ts";
import { serveSse } from "./peer/sse-server.ts";

interface Step {
  readonly kind: "request" | "response" | "notification";
  readonly latencyMs: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("request", "request", "request", "response", "notification"),
  latencyMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 12 })),
});

function messageOf({ kind }: Step, id: number): JsonRpcMessage {
  if (kind === "request") return { jsonrpc: "2.0", id, method: "tools/call" };
  if (kind === "response") return { jsonrpc: "2.0", id, result: {} };
  return { jsonrpc: "2.0", method: "notifications/x", params: { id } };
}

/**
 * Plays random messages against a server that answers each POST after its latency.
 *
 * @param heldPosts - whether the server is one that answers a POST only when its handler has ended: what the handler
 *   answers comes on the stream before.
 */
export async function searchOrders(
  branch: SseClientOptions,
  heldPosts: boolean,
  numRuns: number,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 2, maxLength: 24 }),
      fc.constantFrom(1, 2, 16),
      (steps, maxConcurrentPosts) => play(steps, { ...branch, maxConcurrentPosts }, heldPosts),
    ),
    { seed: testSeed, numRuns, endOnFailure: true },
  );
}

async function play(steps: readonly Step[], options: SseClientOptions, heldPosts: boolean): Promise<void> {
  const bodies = steps.map((each, id) => encodeMessage(messageOf(each, id)));
  /** When each arrived and was answered, by its place in what was written; ticks of one clock. */
  const arrived: number[] = [];
  const answered: number[] = [];
  let clock = 0;
  const peer = await serveSse({
    onPost({ body }, response) {
      const index = bodies.indexOf(body);
      expect(arrived[index], "sent twice").toBeUndefined();
      arrived[index] = ++clock;
      setTimeout(() => {
        if (heldPosts && steps[index]?.kind === "request") {
          peer.stream.write(block("message", JSON.stringify({ jsonrpc: "2.0", id: index, result: {} })));
        }
        answered[index] = ++clock;
        response.writeHead(202).end();
      }, steps[index]?.latencyMs);
    },
  });
  // The fence never times out: every rule holds without exception.
  const connection = await connectSse(peer.url, { ...options, fenceTimeoutMs: 60_000 });
  try {
    await Promise.all(steps.map((each, id) => connection.write(messageOf(each, id))));
    expect(Object.keys(arrived)).toHaveLength(steps.length);
    for (const [at, { kind }] of steps.entries()) {
      if (at > 0 && kind !== "notification") continue;
      for (let other = 0; other < steps.length; other++) {
        if (other < at) expect(answered[other], `${other} before ${at}`).toBeLessThan(arrived[at] as number);
        if (other > at)
          expect(arrived[other], `${other} after ${at}`).toBeGreaterThan(answered[at] as number);
      }
    }
    const requests = [...steps.keys()].filter((at) => at > 0 && steps[at]?.kind === "request");
    for (const one of requests) {
      const now = arrived[one] as number;
      const open = requests.filter((at) => (arrived[at] as number) <= now && (answered[at] as number) > now);
      expect(open.length).toBeLessThanOrEqual(options.maxConcurrentPosts ?? 16);
    }
    if (!heldPosts) return;
    for (const _ of steps.filter(({ kind }) => kind === "request")) {
      expect(await connection.read()).toMatchObject({ result: {} });
    }
  } finally {
    await connection.close();
    peer.server.closeAllConnections();
    peer.server.close();
  }
}
