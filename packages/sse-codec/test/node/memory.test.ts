// What a scanner holds after its error: nothing of what it had read.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { createEventScanner, type EventScanner } from "../../src/scanner.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const MIB = 1024 * 1024;
const HELD = 8 * MIB;

/** Bytes that live, in the heap and in buffers. */
async function living(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    await new Promise(setImmediate);
    collectGarbage();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

type Feed = (text: string) => void;

/** A scanner that is about to fail, with much in its buffers; `fail` is what makes it. */
interface Failing {
  readonly scanner: EventScanner;
  readonly fail: string;
}

function open(feedAs: "bytes" | "text", how: string): Failing & { readonly feed: Feed } {
  const scanner = createEventScanner({
    maxEventBytes: how.startsWith("too large") ? HELD + 1024 : Number.POSITIVE_INFINITY,
    strict: how === "strict",
    onEvent() {},
    onRetry() {
      if (how === "a callback") throw Object.assign(new Error("its own"), { code: "ITS_OWN" });
    },
  });
  const encoder = new TextEncoder();
  const feed: Feed = (text) => scanner.push(feedAs === "text" ? text : encoder.encode(text));
  const lines = how !== "too large, one line";
  // Not one string that every chunk shares.
  const piece = (at: number): string => String.fromCharCode(97 + (at % 26)).repeat(32 * 1024 - 8);
  if (!lines) feed("data: ");
  for (let at = 0; at < HELD / (32 * 1024); at++) feed(lines ? `data: ${piece(at)}\n` : piece(at));
  if (lines && how !== "strict" && how !== "a callback") feed("data: ");
  return {
    scanner,
    feed,
    fail: how === "strict" ? "nocolon\n" : how === "a callback" ? "retry: 1\n" : "x".repeat(8192),
  };
}

describe.each(["bytes", "text"] as const)("a scanner of %s", (feedAs) => {
  test.each([
    ["too large, one line", "ERR_SSE_EVENT_TOO_LARGE"],
    ["too large, many lines", "ERR_SSE_EVENT_TOO_LARGE"],
    ["strict", "ERR_SSE_MALFORMED_LINE"],
    ["a callback", "ITS_OWN"],
  ])("holds no buffer after an error: %s", async (how, code) => {
    // Once for what is compiled and cached on the way.
    open(feedAs, how);
    const before = await living();
    const { scanner, feed, fail } = open(feedAs, how);
    const holding = await living();
    const error = expect.objectContaining({ code });
    for (let again = 0; again < 2; again++) expect(() => feed(fail.repeat(4))).toThrow(error);
    const after = await living();
    // Not beside what lived before it: a collector may have kept the first scanner that long.
    expect(holding - after, "let go of").toBeGreaterThan(HELD * 0.75);
    expect(after - before, "held after").toBeLessThan(HELD / 4);
    expect(() => scanner.push(feedAs === "text" ? "" : new Uint8Array(0))).toThrow(error);
  });
});

describe("a chunk", () => {
  test("that a long line kept is let go of with the error", async () => {
    const scanner = createEventScanner({ maxEventBytes: 2 * MIB, onEvent() {} });
    const kept = ((): WeakRef<ArrayBufferLike>[] => {
      scanner.push(new TextEncoder().encode("data: a long line begins with a few bytes"));
      return Array.from({ length: 4 }, () => {
        const chunk = new Uint8Array(32 * 1024).fill(0x78);
        scanner.push(chunk);
        return new WeakRef(chunk.buffer);
      });
    })();
    await living();
    expect(kept.some((ref) => ref.deref() === undefined)).toBe(false);
    expect(() => scanner.push(new Uint8Array(4 * MIB).fill(0x78))).toThrow(
      expect.objectContaining({ code: "ERR_SSE_EVENT_TOO_LARGE" }),
    );
    await living();
    expect(kept.map((ref) => ref.deref())).toEqual(kept.map(() => undefined));
    expect(scanner.lastEventId).toBe("");
  });
});
