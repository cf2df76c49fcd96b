import { describe, expect, test } from "vitest";
import { openSource } from "../src/chunk-source.ts";
import { streamOf } from "./faces.ts";

describe("openSource", () => {
  test("takes the lock of a stream, and lets go of it on release", async () => {
    const stream = streamOf(["a"]);
    const source = openSource(stream);
    expect(stream.locked).toBe(true);
    expect(await source.next()).toEqual({ done: false, value: "a" });
    expect(await source.next()).toEqual({ done: true, value: undefined });
    source.release?.();
    expect(stream.locked).toBe(false);
  });

  test("unlocks a stream as soon as it is cancelled, not when it has finished to cancel", async () => {
    const { promise, resolve } = deferred();
    const stream = new ReadableStream<string>({ cancel: () => promise });
    const cancelled = openSource(stream).cancel(undefined);
    expect(stream.locked).toBe(false);
    resolve();
    await cancelled;
  });

  test("takes an iterable without return", async () => {
    const source = openSource({
      [Symbol.asyncIterator]: () => ({ next: async () => ({ done: false, value: "a" }) }),
    });
    expect(await source.next()).toEqual({ done: false, value: "a" });
    await expect(source.cancel(undefined)).resolves.toBeUndefined();
  });
});

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
