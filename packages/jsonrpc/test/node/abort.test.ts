// Node warns of a leak at the eleventh listener of a signal.

import { expect, onTestFinished, test } from "vitest";
import { createConnectionPair } from "../../src/connection-pair.ts";
import { createMessageQueue } from "../../src/message-queue.ts";

/** What the process is warned of from now on. */
function watchWarnings(): string[] {
  const warnings: string[] = [];
  const listener = ({ name }: Error): void => void warnings.push(name);
  process.on("warning", listener);
  onTestFinished(() => void process.off("warning", listener));
  return warnings;
}

test("a hundred waiting calls on one signal warn of no leak, and end together in their order", async () => {
  const warnings = watchWarnings();
  const controller = new AbortController();
  const { signal } = controller;
  const [left, right] = createConnectionPair();
  const queue = createMessageQueue<number>(1);
  queue.tryPut(0);
  for (let count = 0; count < 100; count++) await left.write({ jsonrpc: "2.0", method: "fill" });
  const ended: string[] = [];
  const calls = Array.from({ length: 100 }, (_, index) => [
    left
      .write({ jsonrpc: "2.0", method: "wait" }, { signal })
      .catch((reason) => ended.push(`write ${index} ${reason}`)),
    left.read({ signal }).catch((reason) => ended.push(`read ${index} ${reason}`)),
    queue.put(index, { signal }).catch((reason) => ended.push(`put ${index} ${reason}`)),
  ]);
  controller.abort("enough");
  await Promise.all(calls.flat());
  // A warning is emitted in a later turn.
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
  for (const kind of ["write", "read", "put"]) {
    expect(ended.filter((text) => text.startsWith(kind))).toEqual(
      Array.from({ length: 100 }, (_, index) => `${kind} ${index} enough`),
    );
  }
  await Promise.all([left.close(), right.close()]);
});
