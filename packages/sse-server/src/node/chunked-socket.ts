// The chunked coding of an event stream, written by ourselves.
//
//     e6 CRLF  event: message LF data: {…} LF LF  CRLF        one string, one write
//
// ServerResponse hands the socket four pieces for that, and what it does on the way is a good part of what a small event
// costs. So where nothing but node:http stands between us and the socket, we write there.
//
// Spec: RFC 9112 §7.1 "Chunked Transfer Coding"; the last chunk is left to `res.end()`.

import { ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { ChunkedSocket } from "../chunked-socket.ts";
import type { Chunk } from "../exchange.ts";
import { MAX_JOINED_BYTES } from "../limits.ts";

/** As Node has it, before anything wraps it. */
const { write } = ServerResponse.prototype;

/**
 * The socket of a response that has started, if its chunks may be written there.
 *
 * @returns `undefined` without chunked coding, and for everything that is not node:http's own.
 */
export const chunkedSocketOf: (res: object) => Socket | undefined = (res) => {
  if (!(res instanceof ServerResponse) || !isUnwrapped(res)) return undefined;
  const { socket } = res;
  return res.chunkedEncoding && socket instanceof Socket ? socket : undefined;
};

/** Whether no middleware wants to see what is written, as compression does. */
export const isUnwrapped: (res: object) => boolean = (res) =>
  "write" in res && res.write === write && !("flush" in res);

/** Writes text as chunks, to a socket of `chunkedSocketOf`. Returns false when the socket has enough. */
export const writeChunks: (socket: ChunkedSocket, chunks: readonly Chunk[]) => boolean = (given, chunks) => {
  const socket = given as Socket;
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined) return writeChunk(socket, first);
  let hasRoom = true;
  socket.cork();
  for (const chunk of chunks) hasRoom = writeChunk(socket, chunk);
  socket.uncork();
  return hasRoom && !socket.writableNeedDrain;
};

function writeChunk(socket: Socket, chunk: Chunk): boolean {
  const bytes = Buffer.byteLength(chunk);
  const size = bytes.toString(16);
  if (typeof chunk === "string" && chunk.length <= MAX_JOINED_BYTES) {
    // As many bytes as characters: it is ASCII, and nothing need be encoded.
    return socket.write(`${size}\r\n${chunk}\r\n`, bytes === chunk.length ? "latin1" : "utf8");
  }
  // A large one is not copied for four bytes.
  socket.cork();
  socket.write(`${size}\r\n`, "latin1");
  socket.write(chunk);
  const hasRoom = socket.write("\r\n", "latin1");
  socket.uncork();
  return hasRoom;
}
