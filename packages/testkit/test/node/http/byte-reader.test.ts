import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { createByteReader } from "../../../src/node/http/byte-reader.ts";

describe("createByteReader", () => {
  test("gives lines, counted bytes and whatever is left, cut anywhere", async () => {
    const socket = new PassThrough();
    const reader = createByteReader(socket as unknown as Socket);
    const line = reader.line();
    socket.write("one\r");
    socket.write("\ntwo");
    expect(await line).toBe("one");
    expect((await reader.exactly(2)).toString()).toBe("tw");
    expect((await reader.some())?.toString()).toBe("o");
    expect(reader.firstChunk.toString()).toBe("one\r");
  });

  test("gives what there was at the end, then nothing", async () => {
    const socket = new PassThrough();
    const reader = createByteReader(socket as unknown as Socket);
    socket.end("abc");
    expect((await reader.exactly(10)).toString()).toBe("abc");
    await reader.end;
    expect(await reader.line()).toBeUndefined();
    expect(await reader.some()).toBeUndefined();
    expect(reader.ended).toBe(true);
  });
});
