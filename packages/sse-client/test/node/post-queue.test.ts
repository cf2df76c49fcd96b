import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { encodeMessage, type JsonRpcMessage } from "@mcp-sse/jsonrpc";
import { describe, expect, test } from "vitest";
import { createPostQueue } from "../../src/post-queue.ts";

type Collect = (options?: { readonly type: "minor" }) => void;

function garbageCollector(): Collect {
  const { Bun } = globalThis as { Bun?: { gc(synchronous: boolean): void } };
  // It has one kind.
  if (Bun !== undefined) return () => Bun.gc(true);
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as Collect;
}

const messages: Readonly<Record<string, (id: number) => JsonRpcMessage>> = {
  requests: (id) => ({ jsonrpc: "2.0", id, method: "x" }),
  "requests with texts for ids": (id) => ({ jsonrpc: "2.0", id: `request ${id}`, method: "x" }),
  responses: (id) => ({ jsonrpc: "2.0", id, result: {} }),
  notifications: () => ({ jsonrpc: "2.0", method: "x" }),
};

describe("a post queue on Node", () => {
  test.each(Object.keys(messages))(
    "keeps nothing of %s that were posted, however many are on their way",
    async (kind) => {
      const collectGarbage = garbageCollector();
      const underWay: (() => void)[] = [];
      const settled: WeakRef<() => void>[] = [];
      const queue = createPostQueue({
        post(_body, settle) {
          underWay.push(settle);
          settled.push(new WeakRef(settle));
          return () => {};
        },
        maxConcurrentPosts: 4,
        maxBacklogBytes: Number.POSITIVE_INFINITY,
        fenceTimeoutMs: 60_000,
      });
      const writes: Promise<void>[] = [];
      for (let id = 0; id < 2_000; id++) {
        const message = messages[kind]?.(id) ?? { jsonrpc: "2.0", method: "x" };
        writes.push(queue.write(message, encodeMessage(message), undefined));
        // Never idle: some are under way and some wait, all the time.
        if (id > 8) underWay.shift()?.();
      }
      while (underWay.length > 0) underWay.shift()?.();
      await Promise.all(writes);
      // What a WeakRef was asked for is kept to the end of the job.
      await new Promise((resolve) => setImmediate(resolve));
      collectGarbage();
      expect(settled).toHaveLength(2_000);
      expect(settled.filter((reference) => reference.deref() !== undefined).length).toBeLessThan(20);
      queue.end(undefined);
    },
  );

  test.each(Object.keys(messages))(
    "has %s that were posted collected while they are young, however long it has lived",
    async (kind) => {
      const collectGarbage = garbageCollector();
      const underWay: (() => void)[] = [];
      const queue = createPostQueue({
        post(_body, settle) {
          underWay.push(settle);
          return () => {};
        },
        maxConcurrentPosts: 16,
        maxBacklogBytes: Number.POSITIVE_INFINITY,
        fenceTimeoutMs: 60_000,
      });
      let id = 0;
      async function flow(count: number): Promise<void> {
        for (let part = 0; part < count; part += 100) {
          for (let each = 0; each < 100; each++, id++) {
            const message = messages[kind]?.(id) ?? { jsonrpc: "2.0", method: "x" };
            void queue.write(message, encodeMessage(message), undefined);
            if (id > 8) underWay.shift()?.();
          }
          await new Promise((resolve) => setImmediate(resolve));
          collectGarbage({ type: "minor" });
        }
      }
      await flow(2_000);
      collectGarbage();
      const before = process.memoryUsage().heapUsed;
      await flow(10_000);
      // What is left of a message is at most its id: V8 keeps texts that were names until it collects all garbage.
      const left = (process.memoryUsage().heapUsed - before) / 10_000;
      expect(left).toBeLessThan(kind.includes("texts") ? 150 : 50);
      while (underWay.length > 0) underWay.shift()?.();
      queue.end(undefined);
    },
  );
});
