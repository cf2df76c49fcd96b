import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { createConnectionPair } from "../../src/connection-pair.ts";

const collectGarbage = garbageCollector();

function garbageCollector(): () => void {
  const { Bun } = globalThis as { Bun?: { gc(synchronous: boolean): void } };
  if (Bun !== undefined) return () => Bun.gc(true);
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe("createConnectionPair on Node", () => {
  test("keeps nothing of what was written and read", async () => {
    const [left, right] = createConnectionPair();
    const writes = 20_000;
    async function exchange(): Promise<void> {
      for (let count = 0; count < writes; count++) {
        await left.write({ jsonrpc: "2.0", method: "x" });
        await right.read();
      }
    }
    await exchange();
    const before = heapBytes();
    await exchange();
    // Less than the smallest object for each.
    expect(heapBytes() - before).toBeLessThan(16 * writes);
    await left.close();
  });
});
