// One event stream as a ServerResponse.
//
// Node corks the socket of a chunked response until the next tick, so the writes of one batch leave together.
// Headers wait for the first write, so they leave with the endpoint event.

import { type ChunkedSocket, chunkedSocketOf, isUnwrapped, writeChunks } from "#chunked-socket";
import type { Chunk, EventSink, SinkEvents } from "../exchange.ts";
import { joinChunks } from "../join-chunks.ts";
import { isClosed, type NodeRequest, type NodeResponse } from "./node-http.ts";
import { onceClosed } from "./socket-close.ts";

/** What Node keeps of a socket, or of the one beneath TLS. */
interface Handle {
  readonly writeQueueSize?: number;
  readonly bytesWritten?: number;
  readonly _parent?: Handle;
}

const HEAD = /^HTTP/;

/** Taken when this is loaded: the timers that a test puts in its place stand still, and sockets do not. */
const nextTurn = setImmediate;

/**
 * Text of so many UTF-16 units is encoded when it is queued, outside of V8's heap. A heap full of what waits for readers that
 * stall is let grow to several times of that before it is collected.
 */
const MIN_BUFFER_LENGTH = 32 * 1024;

/** Strings are handed to Node as they are, unless they are large: it encodes them while it writes. */
export class NodeSink implements EventSink {
  readonly #req: NodeRequest;
  readonly #res: NodeResponse;
  readonly #events: SinkEvents;
  #forget: (() => void) | undefined;
  #chunked: ChunkedSocket | undefined;
  /** Made when the socket first has enough. */
  #onDrain: (() => void) | undefined;
  #state: "unstarted" | "open" | "ending" | "over" = "unstarted";

  constructor(req: NodeRequest, res: NodeResponse, events: SinkEvents) {
    this.#req = req;
    this.#res = res;
    this.#events = events;
    res.on("finish", this.#onFinish);
    res.on("close", this.#onClose);
    // Kept for good: an error event without a listener ends the process.
    res.on("error", this.#onError);
    // A body on a GET means nothing; unread it would hide the client's leaving.
    req.resume();
    if (isClosed(req, res)) process.nextTick(this.#onClose);
    // Behind an earlier answer of the same connection it has no socket yet, and no `close` of its own.
    if (res.socket === null) this.#forget = onceClosed(req.socket, this.#onClose);
  }

  encode(text: string): Chunk {
    return text.length < MIN_BUFFER_LENGTH ? text : Buffer.from(text);
  }

  byteLength(chunk: Chunk): number {
    return typeof chunk === "string" ? Buffer.byteLength(chunk) : chunk.byteLength;
  }

  start(headers: Readonly<Record<string, string>>, first: Chunk): boolean {
    const res = this.#res;
    if (res.headersSent || res.writableEnded) {
      this.#break("local", new Error("something else answered the request"));
      return false;
    }
    this.#state = "open";
    // The connection is of no use after the stream; where it stayed open, a server would wait for it to close.
    const isHttp1 = this.#req.httpVersionMajor === 1;
    res.writeHead(200, isHttp1 ? { ...headers, connection: "close" } : headers);
    const hasRoom = this.#write([first]);
    flattenHead(res);
    this.#chunked = chunkedSocketOf(res);
    if (!hasRoom) this.#watchDrain();
    return hasRoom;
  }

  write(chunks: readonly Chunk[]): boolean {
    const hasRoom = this.#write(chunks);
    if (!hasRoom) this.#watchDrain();
    return hasRoom;
  }

  #write(chunks: readonly Chunk[]): boolean {
    const res = this.#res;
    if (res.writableEnded) {
      this.#break("local", new Error("something else ended the response"));
      return false;
    }
    const joined = joinChunks(chunks, join);
    if (this.#chunked !== undefined && isUnwrapped(res)) return writeChunks(this.#chunked, joined);
    let hasRoom = true;
    for (const chunk of joined) hasRoom = res.write(chunk) && hasRoom;
    // A compression middleware holds bytes back until it is told not to.
    if ("flush" in res && typeof res.flush === "function") res.flush();
    return hasRoom;
  }

  defer(flush: () => void): void {
    process.nextTick(flush);
  }

  turn(callback: () => void): void {
    nextTurn(callback);
  }

  pendingBytes(): number | undefined {
    // The only numbers that move while one large write is on its way.
    const { _handle: handle } = (this.#req as { socket: { _handle?: Handle | null } }).socket;
    // HTTP/2 holds back what its window does not let through; what left the connection is known.
    if ("stream" in this.#req) return handle?.bytesWritten;
    // TLS counts what it was given; the handle beneath it knows what libuv still holds.
    return (handle?._parent ?? handle)?.writeQueueSize;
  }

  end(): void {
    if (this.#state !== "open") return;
    this.#state = "ending";
    this.#res.end();
  }

  abort(): void {
    const wasStarted = this.#state !== "unstarted";
    if (!this.#leave()) return;
    if (wasStarted) this.#res.destroy();
  }

  #watchDrain(): void {
    if (this.#onDrain !== undefined || this.#state === "over") return;
    this.#onDrain = () => this.#events.onDrain();
    this.#res.on("drain", this.#onDrain);
    this.#chunked?.on("drain", this.#onDrain);
  }

  readonly #onFinish = (): void => {
    if (this.#state === "ending") {
      if (this.#leave()) this.#events.onFinish();
    } else if (this.#res.writableEnded) {
      this.#break("local", new Error("something else ended the response"));
    } else {
      // http2's compatibility API finishes what the client has reset.
      this.#onClose();
    }
  };

  readonly #onError = (error: unknown): void => this.#break("network", error);

  readonly #onClose = (): void => {
    const error = brokenBy(this.#req);
    if (error === undefined) this.#break("peer");
    else this.#break("network", error);
  };

  #break(code: "peer" | "network" | "local", cause?: unknown): void {
    if (this.#leave()) this.#events.onBroken(code, cause);
  }

  #leave(): boolean {
    if (this.#state === "over") return false;
    this.#state = "over";
    this.#forget?.();
    if (this.#onDrain !== undefined) {
      this.#chunked?.removeListener("drain", this.#onDrain);
      this.#res.removeListener("drain", this.#onDrain);
    }
    this.#res.removeListener("finish", this.#onFinish);
    this.#res.removeListener("close", this.#onClose);
    return true;
  }
}

// Node keeps the head that it wrote, as the dozens of pieces that it was made of: half a KiB for as long as the stream lives.
// V8 makes one string of it when an expression is run over it; what that finds does not matter.
function flattenHead(res: NodeResponse): void {
  const { _header: head } = res as { _header?: unknown };
  if (typeof head === "string") HEAD.test(head);
}

// HTTP/1: the socket's error, a reset for one. HTTP/2: a reset of the stream for another reason than that the client
// has lost interest (RFC 9113 §7: NO_ERROR, CANCEL).
function brokenBy(req: NodeRequest): Error | undefined {
  if ("stream" in req) {
    const { rstCode } = req.stream as { rstCode?: number };
    if (rstCode === undefined || rstCode === 0 || rstCode === 8) return undefined;
    return new Error(`the stream was reset with code ${rstCode}`);
  }
  const { errored } = req.socket as { errored?: Error | null };
  return errored ?? undefined;
}

function join(chunks: readonly Chunk[]): Chunk {
  return chunks.join("");
}
