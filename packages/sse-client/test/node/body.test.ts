import type http from "node:http";
import { Readable } from "node:stream";
import zlib from "node:zlib";
import { until } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { connectSse } from "../../src/connect.ts";
import { readBody } from "../../src/node/body.ts";
import { branches } from "../peer/branches.ts";
import { block, note } from "../peer/events.ts";
import { openStream } from "../peer/server.ts";
import { serveSse } from "../peer/sse-server.ts";

const codings = {
  gzip: () => zlib.createGzip(),
  deflate: () => zlib.createDeflate(),
  br: () => zlib.createBrotliCompress(),
} as const;

/** Writes to a stream through an encoder, flushing each piece as a compressing server does. */
function encodeTo(response: http.ServerResponse, coding: keyof typeof codings) {
  const encoder = codings[coding]();
  encoder.pipe(response);
  openStream(response, { "content-encoding": coding });
  return {
    /** Settles when the server has written it to its socket. */
    async write(text: string): Promise<void> {
      encoder.write(text);
      const kind = coding === "br" ? zlib.constants.BROTLI_OPERATION_FLUSH : zlib.constants.Z_SYNC_FLUSH;
      await new Promise<void>((resolve) => encoder.flush(kind, resolve));
      await until(() => encoder.readableLength === 0 && response.writableLength === 0, "the write");
    },
    end: (text: string) => encoder.end(text),
  };
}

describe.each(branches)("an encoded event stream over $name", ({ options }) => {
  test.each(["gzip", "deflate", "br"] as const)(
    "in %s is read event by event, to its end",
    async (coding) => {
      let encoded!: ReturnType<typeof encodeTo>;
      const peer = await serveSse({
        onGet(_request, response) {
          encoded = encodeTo(response, coding);
          void encoded.write(block("endpoint", "/message"));
        },
      });
      const connection = await connectSse(peer.url, options);
      onTestFinished(() => connection.close());
      for (const method of ["one", "two", "é中😀"]) {
        await encoded.write(note(method));
        expect(await connection.read()).toMatchObject({ method });
      }
      encoded.end(note("last"));
      expect(await connection.closed).toEqual({ code: "peer" });
      expect(await connection.read()).toMatchObject({ method: "last" });
      expect(await connection.read()).toBeUndefined();
    },
  );
});

describe("on Node", () => {
  test("a stream that breaks has what came before, although it was not read further then", async () => {
    const peer = await serveSse();
    const connection = await connectSse(peer.url, { maxQueuedMessages: 1 });
    const methods = ["a", "b", "c", "d"];
    for (const method of methods) {
      peer.stream.write(note(method));
      // Each in a packet of its own.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until(() => peer.stream.writableLength === 0, "the last write");
    peer.stream.destroy();
    await until(() => peer.sockets.size === 0, "the end of the socket");
    const read: unknown[] = [];
    for await (const message of connection) read.push(message);
    expect(read).toMatchObject(methods.map((method) => ({ method })));
    expect(await connection.closed).toMatchObject({ code: "network" });
  });

  test("an encoded stream that breaks has what came before", async () => {
    let encoded!: ReturnType<typeof encodeTo>;
    const peer = await serveSse({
      onGet(_request, response) {
        encoded = encodeTo(response, "gzip");
        void encoded.write(block("endpoint", "/message"));
      },
    });
    const connection = await connectSse(peer.url);
    for (const method of ["a", "b", "c"]) await encoded.write(note(method));
    await until(() => peer.stream.writableLength === 0, "the last write");
    expect(await connection.read()).toMatchObject({ method: "a" });
    peer.stream.destroy();
    expect(await connection.closed).toMatchObject({ code: "network" });
    const rest: unknown[] = [];
    for await (const message of connection) rest.push(message);
    expect(rest).toMatchObject([{ method: "b" }, { method: "c" }]);
  });

  test("an invalid encoding is the peer's fault: before the endpoint, and after it", async () => {
    const early = await serveSse({
      onGet(_request, response) {
        openStream(response, { "content-encoding": "gzip" });
        response.write("not gzip at all, and long enough to be sure of it");
      },
    });
    await expect(connectSse(early.url)).rejects.toMatchObject({
      code: "ERR_SSE_NO_ENDPOINT",
      cause: { code: "Z_DATA_ERROR" },
    });

    let encoded!: ReturnType<typeof encodeTo>;
    const late = await serveSse({
      onGet(_request, response) {
        encoded = encodeTo(response, "gzip");
        void encoded.write(block("endpoint", "/message"));
      },
    });
    const connection = await connectSse(late.url);
    await encoded.write(note("fine"));
    expect(await connection.read()).toMatchObject({ method: "fine" });
    late.stream.write(Buffer.alloc(64, 0xff));
    expect(await connection.closed).toMatchObject({ code: "protocol" });
  });

  test("an encoding that is not known is refused, with its stream closed", async () => {
    const peer = await serveSse({
      onGet(_request, response) {
        openStream(response, { "content-encoding": "zstd" });
        response.write("x");
      },
    });
    await expect(connectSse(peer.url)).rejects.toMatchObject({ code: "ERR_SSE_CONTENT_TYPE" });
    await until(() => peer.stream.destroyed, "the end of the stream");
  });

  test("decoding stops with the connection, however much is still to come of what arrived", async () => {
    const created = vi.spyOn(zlib, "createGunzip");
    onTestFinished(() => created.mockRestore());
    // Some KiB on the wire, a GiB in the end.
    const bomb = zlib.gzipSync(zlib.gzipSync(Buffer.alloc(2 ** 24, "x")));
    const peer = await serveSse({
      onGet(_request, response) {
        openStream(response, { "content-encoding": "gzip, gzip" });
        response.write(zlib.gzipSync(zlib.gzipSync(`${block("endpoint", "/message")}data: `)));
        for (let count = 0; count < 64; count++) response.write(bomb);
      },
    });
    const connection = await connectSse(peer.url, { maxEventBytes: 65_536 });
    expect(await connection.closed).toMatchObject({ code: "protocol" });
    const decoders = created.mock.results.map(({ value }) => value as zlib.Gunzip);
    expect(decoders.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  });

  test("no encoding is asked for", async () => {
    const peer = await serveSse();
    const connection = await connectSse(peer.url);
    await connection.close();
    expect(peer.received[0]?.headers["accept-encoding"]).toBeUndefined();
  });

  /** A body that is open: what is pushed in one turn comes as the chunks of one packet do. */
  async function flowing(): Promise<{
    message: Readable;
    told: string[];
    body: ReturnType<typeof readBody>;
  }> {
    const message = new Readable({ read() {} });
    const told: string[] = [];
    const body = readBody(Object.assign(message, { headers: {} }) as unknown as http.IncomingMessage, {
      chunk: (bytes) => told.push(Buffer.from(bytes).toString()),
      end: ({ code }) => told.push(code),
    });
    await new Promise((resolve) => setImmediate(resolve));
    return { message, told, body };
  }

  test("the chunks of one packet are handed over as one, before anything else happens", async () => {
    const { message, told } = await flowing();
    for (const text of ["a", "b", "c"]) message.push(text);
    expect(told).toEqual([]);
    await Promise.resolve();
    expect(told).toEqual(["abc"]);
    message.push("d");
    message.push(null);
    await new Promise((resolve) => message.once("close", resolve));
    expect(told).toEqual(["abc", "d", "peer"]);
  });

  test("a chunk comes before the break that follows it at once, and not after the end of interest", async () => {
    const broken = await flowing();
    broken.message.push("a");
    broken.message.destroy(new Error("broken"));
    await until(() => broken.told.length === 2, "the end");
    expect(broken.told).toEqual(["a", "network"]);
    const ended = await flowing();
    ended.message.push("a");
    ended.body.destroy();
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended.told).toEqual([]);
  });
});
