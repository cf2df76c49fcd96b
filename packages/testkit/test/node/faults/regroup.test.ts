import { describe, expect, test } from "vitest";
import { bufferUntil, coalesce, oneByteChunks } from "../../../src/node/faults/regroup.ts";
import { until } from "../../../src/patience.ts";
import { openPair, openWire, stays } from "./wire.ts";

describe("oneByteChunks", () => {
  test("gives each byte a read of its own, both ways", async () => {
    const { client, server } = await openPair(await openWire(oneByteChunks()));
    client.send("/sse");
    await until(() => server.text === "GET /sse");
    server.send("data: x\n\n");
    await until(() => client.text === "data: x\n\n");
    // What the first turn after a poll sends is read with what the next one does.
    expect(client.pieces.filter(({ length }) => length === 1).length).toBeGreaterThanOrEqual(7);
    expect(server.pieces.filter(({ length }) => length === 1).length).toBeGreaterThanOrEqual(4);
  });
});

describe("coalesce", () => {
  test("gathers what comes within its time into one piece", async () => {
    const { client, server } = await openPair(await openWire(coalesce(64 * 1024, 40)));
    for (let piece = 0; piece < 10; piece++) {
      server.send(String(piece));
      await new Promise(setImmediate);
    }
    await until(() => client.text === "0123456789");
    expect(client.pieces).toHaveLength(1);
  });

  test("does not wait when it has enough", async () => {
    const { client, server } = await openPair(await openWire(coalesce(4, 40)));
    server.send("abcdef");
    await until(() => client.text === "abcdef");
  });

  test("lets go of what it holds at the end", async () => {
    const { client, server } = await openPair(await openWire(coalesce(64, 40)));
    server.socket.end("last words");
    await until(() => client.ends.length > 0);
    expect(client.text).toBe("last words");
  });
});

describe("bufferUntil", () => {
  test("holds a response back until it is large enough, and a request never", async () => {
    const { client, server } = await openPair(await openWire(bufferUntil(8)));
    server.send("1234567");
    expect(await stays(() => client.text === "")).toBe(true);
    server.send("8");
    await until(() => client.text === "12345678");
  });

  test("lets go at the end, and when it is lifted", async () => {
    const wire = await openWire(bufferUntil(8_192));
    const first = await openPair(wire);
    first.server.socket.end("ended");
    await until(() => first.client.text === "ended" && first.client.ends[0] === "end");
    const second = await openPair(wire);
    second.server.send("held");
    await until(() => second.server.socket.bytesWritten === 4);
    wire.proxy.links.at(-1)?.become();
    await until(() => second.client.text === "held");
  });
});
