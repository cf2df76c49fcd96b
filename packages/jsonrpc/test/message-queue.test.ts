import { createWatchedSignal } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { createMessageQueue } from "../src/message-queue.ts";

/** What a promise has come to by now, without waiting for it. */
async function stateOf(promise: Promise<unknown>): Promise<unknown> {
  // Two turns of the microtask queue are more than any promise here takes to settle.
  const pending = Promise.resolve()
    .then(() => {})
    .then(() => "pending");
  return Promise.race([promise.catch((reason) => ({ rejected: reason })), pending]);
}

describe("createMessageQueue", () => {
  test.each([0, 0.5, -1, Number.NaN, Number.NEGATIVE_INFINITY])("refuses the limit %d", (limit) => {
    expect(() => createMessageQueue(limit)).toThrow(new RangeError(`limit must be at least 1: ${limit}`));
  });

  test.each([1, 100, Number.POSITIVE_INFINITY])("takes the limit %d", (limit) => {
    expect(createMessageQueue(limit)).toMatchObject({ size: 0, ended: false });
  });
});

describe("tryPut", () => {
  test("queues up to the limit, no more", async () => {
    const queue = createMessageQueue<number>(2);
    expect([1, 2, 3].map((item) => queue.tryPut(item))).toEqual([true, true, false]);
    expect(queue.size).toBe(2);
    expect([await queue.read(), await queue.read()]).toEqual([1, 2]);
    expect(queue.size).toBe(0);
    expect(queue.tryPut(4)).toBe(true);
  });

  test("has no limit when that is Infinity", () => {
    const queue = createMessageQueue<number>(Number.POSITIVE_INFINITY);
    for (let item = 0; item < 10_000; item++) queue.tryPut(item);
    expect(queue.size).toBe(10_000);
  });

  test("hands over to a waiting read, past the limit", async () => {
    const queue = createMessageQueue<number>(1);
    const reads = [queue.read(), queue.read()];
    expect([1, 2, 3, 4].map((item) => queue.tryPut(item))).toEqual([true, true, true, false]);
    expect(await Promise.all(reads)).toEqual([1, 2]);
    expect(queue.size).toBe(1);
  });

  test("never passes those that wait for room", async () => {
    const queue = createMessageQueue<string>(1);
    queue.tryPut("first");
    const waiting = queue.put("waiting");
    expect(await queue.read()).toBe("first");
    expect(queue.tryPut("late")).toBe(false);
    expect(await waiting).toBe(true);
    expect(await queue.read()).toBe("waiting");
  });

  test("is false after the end", () => {
    const queue = createMessageQueue<number>(1);
    queue.end();
    expect(queue.tryPut(1)).toBe(false);
  });
});

describe("put", () => {
  test("queues at once while there is room", async () => {
    const queue = createMessageQueue<number>(1);
    expect(await queue.put(1)).toBe(true);
    expect(queue.size).toBe(1);
  });

  test("waits for room, in the order of the calls", async () => {
    const queue = createMessageQueue<number>(2);
    const puts = [0, 1, 2, 3, 4].map((item) => queue.put(item));
    expect(queue.size).toBe(2);
    expect(await stateOf(puts[2] as Promise<boolean>)).toBe("pending");
    expect(await queue.read()).toBe(0);
    expect(await stateOf(puts[2] as Promise<boolean>)).toBe(true);
    expect(await stateOf(puts[3] as Promise<boolean>)).toBe("pending");
    expect([await queue.read(), await queue.read(), await queue.read(), await queue.read()]).toEqual([
      1, 2, 3, 4,
    ]);
    expect(await Promise.all(puts)).toEqual([true, true, true, true, true]);
  });

  test("is false once the queue has ended, for those that wait too", async () => {
    const queue = createMessageQueue<string>(1);
    const puts = [queue.put("queued"), queue.put("waits"), queue.put("waits too")];
    queue.end();
    expect(await Promise.all([...puts, queue.put("late")])).toEqual([true, false, false, false]);
    expect(await queue.read()).toBe("queued");
    expect(await queue.read()).toBeUndefined();
  });

  test("rejects with the reason itself when aborted before, and queues nothing", async () => {
    const queue = createMessageQueue<number>(1);
    const reason = { not: "an error" };
    await expect(queue.put(1, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(queue.size).toBe(0);
  });

  test("rejects with the reason itself when aborted while it waits, and never delivers", async () => {
    const queue = createMessageQueue<string>(1);
    const [aborted, kept] = [new AbortController(), new AbortController()];
    queue.tryPut("first");
    const puts = [
      queue.put("aborted", { signal: aborted.signal }),
      queue.put("kept", { signal: kept.signal }),
    ];
    const reason = new Error("enough");
    aborted.abort(reason);
    await expect(puts[0]).rejects.toBe(reason);
    expect([await queue.read(), await queue.read()]).toEqual(["first", "kept"]);
    expect(await puts[1]).toBe(true);
    kept.abort();
    aborted.abort("again");
    expect(queue.size).toBe(0);
  });

  test("gives its place to the next when the one before it is aborted", async () => {
    const queue = createMessageQueue<number>(1);
    queue.tryPut(0);
    const controllers = [1, 2, 3].map(() => new AbortController());
    const puts = controllers.map(({ signal }, index) => queue.put(index + 1, { signal }));
    controllers[2]?.abort("last");
    controllers[0]?.abort("first");
    await expect(puts[0]).rejects.toBe("first");
    await expect(puts[2]).rejects.toBe("last");
    expect([await queue.read(), await queue.read()]).toEqual([0, 2]);
    expect(queue.size).toBe(0);
  });

  test("keeps what was queued when its signal is aborted afterwards", async () => {
    const queue = createMessageQueue<number>(1);
    const controller = new AbortController();
    expect(await queue.put(1, { signal: controller.signal })).toBe(true);
    controller.abort();
    expect(await queue.read()).toBe(1);
  });
});

describe("read", () => {
  test("serves concurrent calls in their order", async () => {
    const queue = createMessageQueue<number>(10);
    const reads = [0, 1, 2, 3].map(() => queue.read());
    for (const item of [0, 1, 2, 3]) queue.tryPut(item);
    expect(await Promise.all(reads)).toEqual([0, 1, 2, 3]);
  });

  test("drains after the end, then is undefined for ever", async () => {
    const queue = createMessageQueue<number>(10);
    queue.tryPut(1);
    queue.tryPut(2);
    queue.end();
    queue.end();
    expect(queue.ended).toBe(true);
    expect(queue.size).toBe(2);
    const items = [queue.read(), queue.read(), queue.read(), queue.read()];
    expect(await Promise.all(items)).toEqual([1, 2, undefined, undefined]);
  });

  test("is undefined for every call that waits when the end comes", async () => {
    const queue = createMessageQueue<number>(1);
    const reads = [queue.read(), queue.read(), queue.read()];
    queue.end();
    expect(await Promise.all(reads)).toEqual([undefined, undefined, undefined]);
  });

  test("takes nothing when aborted before, even of a full queue", async () => {
    const queue = createMessageQueue<number>(1);
    queue.tryPut(1);
    await expect(queue.read({ signal: AbortSignal.abort("why") })).rejects.toBe("why");
    expect(queue.size).toBe(1);
    queue.end();
    await expect(queue.read({ signal: AbortSignal.abort("why") })).rejects.toBe("why");
    expect(await queue.read()).toBe(1);
  });

  test("takes nothing when aborted while it waits", async () => {
    const queue = createMessageQueue<number>(1);
    const controllers = [0, 1, 2].map(() => new AbortController());
    const reads = controllers.map(({ signal }) => queue.read({ signal }));
    const reason = new Error("enough");
    controllers[1]?.abort(reason);
    await expect(reads[1]).rejects.toBe(reason);
    queue.tryPut(1);
    queue.tryPut(2);
    expect([await reads[0], await reads[2]]).toEqual([1, 2]);
  });

  test("gives a message that it took, though the signal is aborted before anyone looks", async () => {
    const queue = createMessageQueue<number>(1);
    const controller = new AbortController();
    const read = queue.read({ signal: controller.signal });
    queue.tryPut(1);
    controller.abort();
    expect(await read).toBe(1);
  });

  test("leaves no listener on a signal that serves ten thousand of them", async () => {
    const queue = createMessageQueue<number>(1);
    const watched = createWatchedSignal();
    const { signal } = watched;
    const counts = new Set<string>();
    for (let item = 0; item < 10_000; item++) {
      const read = queue.read({ signal });
      const waiting = watched.listeners;
      queue.tryPut(item);
      counts.add(`${waiting} while it waits, ${watched.listeners} after`);
      await read;
    }
    expect([...counts]).toEqual(["1 while it waits, 0 after"]);
  });

  test("has one listener for all that wait on a signal, none when the last is served or the queue ends", async () => {
    const queue = createMessageQueue<number>(1);
    const watched = createWatchedSignal();
    const { signal } = watched;
    queue.tryPut(-1);
    const puts = Array.from({ length: 100 }, (_, item) => queue.put(item, { signal }));
    expect(watched.listeners).toBe(1);
    for (let count = 0; count < 60; count++) expect(await queue.read({ signal })).toBe(count - 1);
    expect(watched.listeners).toBe(1);
    queue.end();
    expect(watched.listeners).toBe(0);
    expect(await Promise.all(puts)).toEqual(Array.from({ length: 100 }, (_, item) => item < 60));

    const other = createMessageQueue<number>(1);
    const reads = Array.from({ length: 100 }, () => other.read({ signal }));
    expect(watched.listeners).toBe(1);
    for (let item = 0; item < 100; item++) other.tryPut(item);
    expect(watched.listeners).toBe(0);
    expect(await Promise.all(reads)).toEqual(Array.from({ length: 100 }, (_, item) => item));
  });

  test("takes nothing for a hundred reads that one abort ends", async () => {
    const queue = createMessageQueue<number>(1);
    const controller = new AbortController();
    const reads = Promise.allSettled(
      Array.from({ length: 100 }, () => queue.read({ signal: controller.signal })),
    );
    controller.abort("done");
    for (const outcome of await reads) expect(outcome).toEqual({ status: "rejected", reason: "done" });
    queue.tryPut(1);
    expect(queue.size).toBe(1);
  });

  test("costs the same in a long queue as in a short one", async () => {
    const perItem = async (length: number): Promise<number> => {
      const queue = createMessageQueue<number>(Number.POSITIVE_INFINITY);
      for (let item = 0; item < length; item++) queue.tryPut(item);
      const started = performance.now();
      for (let item = 0; item < length; item++) await queue.read();
      return (performance.now() - started) / length;
    };
    await perItem(10_000);
    const short = Math.min(await perItem(10_000), await perItem(10_000), await perItem(10_000));
    const long = Math.min(await perItem(160_000), await perItem(160_000));
    // One that moves its items at every read is hundreds of times slower there; the rest is the collector's and the
    // machine's, which are several times slower with long ones.
    expect(long / short).toBeLessThan(80);
  });
});
