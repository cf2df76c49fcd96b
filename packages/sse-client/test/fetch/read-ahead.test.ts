import type { CloseReason } from "@mcp-sse/jsonrpc";
import { describe, expect, test } from "vitest";
import { createReadAhead, type ReadAhead } from "../../src/fetch/read-ahead.ts";

describe("a read-ahead", () => {
  const sized = (bytes: number, first: number): Uint8Array => new Uint8Array(bytes).fill(first, 0, 1);

  function create(onChunk: (ahead: ReadAhead) => void = () => {}) {
    const chunks: (number | undefined)[] = [];
    const ends: CloseReason[] = [];
    const ahead: ReadAhead = createReadAhead({
      chunk(bytes) {
        chunks.push(bytes[0]);
        onChunk(ahead);
      },
      end: (reason) => ends.push(reason),
    });
    return { ahead, chunks, ends };
  }

  test("hands on at once what it takes while it is open", () => {
    const { ahead, chunks } = create();
    expect(ahead.chunk(sized(1, 1))).toBeUndefined();
    expect(ahead.chunk(sized(1, 2))).toBeUndefined();
    expect(chunks).toEqual([1, 2]);
  });

  test("holds what it takes while it is paused, in order, until it is resumed", () => {
    const { ahead, chunks } = create();
    ahead.pause();
    void ahead.chunk(sized(1, 1));
    void ahead.chunk(sized(1, 2));
    expect(chunks).toEqual([]);
    ahead.resume();
    expect(chunks).toEqual([1, 2]);
  });

  test("stops where its sink pauses it again", () => {
    const { ahead, chunks } = create((paused) => paused.pause());
    ahead.pause();
    for (const first of [1, 2, 3]) void ahead.chunk(sized(1, first));
    ahead.resume();
    expect(chunks).toEqual([1]);
    ahead.resume();
    expect(chunks).toEqual([1, 2]);
  });

  test("hands on one chunk at a time, also to a sink that resumes it meanwhile", () => {
    let depth = 0;
    const { ahead, chunks } = create((paused) => {
      expect(++depth).toBe(1);
      paused.pause();
      paused.resume();
      depth--;
    });
    ahead.pause();
    for (const first of [1, 2, 3]) void ahead.chunk(sized(1, first));
    ahead.resume();
    expect(chunks).toEqual([1, 2, 3]);
  });

  test("has no room past 64 KiB, until enough of it is handed on", async () => {
    const { ahead, chunks } = create((paused) => paused.pause());
    ahead.pause();
    expect(ahead.chunk(sized(40_000, 1))).toBeUndefined();
    const room = ahead.chunk(sized(40_000, 2));
    expect(room).toBeInstanceOf(Promise);
    ahead.resume();
    await room;
    expect(chunks).toEqual([1]);
  });

  test("hands on everything before the end, paused or not", () => {
    const { ahead, chunks, ends } = create((paused) => paused.pause());
    ahead.pause();
    for (const first of [1, 2, 3]) void ahead.chunk(sized(1, first));
    ahead.end({ code: "network" });
    expect(chunks).toEqual([1, 2, 3]);
    expect(ends).toEqual([{ code: "network" }]);
  });
});
