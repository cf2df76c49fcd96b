import { once } from "node:events";
import { createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { MAX_JOINED_BYTES } from "../../src/limits.ts";
import { chunkedSocketOf, isUnwrapped, writeChunks } from "../../src/node/chunked-socket.ts";
import { countWrites } from "../support/socket-writes.ts";

/** A started response, and the request that receives it. */
async function startedResponse(headers = {}): Promise<[ServerResponse, IncomingMessage]> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const request = get({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", agent: false });
  onTestFinished(() => {
    request.destroy();
    server.close();
    server.closeAllConnections();
  });
  const [, res] = (await once(server, "request")) as [IncomingMessage, ServerResponse];
  res.writeHead(200, headers);
  res.write("first");
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return [res, response];
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe("writeChunks", () => {
  test("writes what a client of HTTP reads back, in order, whatever its size", async () => {
    const [res, response] = await startedResponse();
    const socket = chunkedSocketOf(res);
    if (socket === undefined) throw new Error("there is no socket");
    const large = "ü".repeat(MAX_JOINED_BYTES);
    const batches = [["a"], ["é€😀"], ["b", large, "c"], [large], [Buffer.from("bytes")]];
    for (const batch of batches) writeChunks(socket, batch);
    res.end();
    expect(await textOf(response)).toBe(`first${batches.flat().join("")}`);
    expect(response.complete).toBe(true);
  });

  test.each<[what: string, chunks: (string | Uint8Array)[]]>([
    ["one small chunk", ["a"]],
    ["one large chunk", ["x".repeat(MAX_JOINED_BYTES + 1)]],
    ["bytes", [Buffer.from("bytes")]],
    ["small chunks", ["a", "b", "c"]],
    ["large chunks", ["x".repeat(MAX_JOINED_BYTES + 1), "y".repeat(MAX_JOINED_BYTES + 1)]],
    ["small and large chunks", ["a", "x".repeat(MAX_JOINED_BYTES + 1), "b", Buffer.from("bytes"), "c"]],
  ])("gives the socket %s in one write", async (_what, chunks) => {
    const [res, response] = await startedResponse();
    const socket = chunkedSocketOf(res);
    if (socket === undefined) throw new Error("there is no socket");
    // The head is on its way once it has come.
    await once(response, "readable");
    const writes = countWrites(socket);
    writeChunks(socket, chunks);
    expect(writes()).toBe(1);
    writeChunks(socket, chunks);
    expect(writes()).toBe(1);
  });

  test("tells when the socket has enough, for one chunk and for several", async () => {
    const [res] = await startedResponse();
    const socket = chunkedSocketOf(res);
    if (socket === undefined) throw new Error("there is no socket");
    expect(writeChunks(socket, ["little"])).toBe(true);
    // More than the kernel takes: nobody reads.
    const much = "x".repeat(32 * 1024 * 1024);
    expect(writeChunks(socket, [much])).toBe(false);
    expect(writeChunks(socket, ["a", "b"])).toBe(false);
  });
});

describe("chunkedSocketOf", () => {
  test("gives nothing where the response is not chunked", async () => {
    const [res] = await startedResponse({ "content-length": "100" });
    expect(chunkedSocketOf(res)).toBeUndefined();
  });

  test.each(["write", "flush"] as const)(
    "gives nothing where a middleware put %s on the response",
    async (name) => {
      const [res] = await startedResponse();
      Object.assign(res, { [name]: () => true });
      expect(isUnwrapped(res)).toBe(false);
      expect(chunkedSocketOf(res)).toBeUndefined();
    },
  );

  test("gives nothing for what only looks like a response of node:http", async () => {
    const [res] = await startedResponse();
    expect(chunkedSocketOf({ chunkedEncoding: true, socket: res.socket, write: res.write })).toBeUndefined();
  });
});
