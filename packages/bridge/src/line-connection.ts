// A Connection over two byte streams: messages one per line, as MCP's stdio transport has them.
//
//     readable ──▶ lines ──▶ messages ──▶ inbox ──▶ read       paused while too much is unread
//     write ──▶ [ waits while the pipe is full ] ──▶ writable

import type { Readable, Writable } from "node:stream";
import {
  type AbortOptions,
  type CloseReason,
  type Connection,
  ConnectionClosedError,
  createMessageQueue,
  decodeMessage,
  encodeMessage,
  type JsonRpcId,
  type JsonRpcMessage,
} from "@mcp-sse/jsonrpc";
import { BridgeError } from "./errors.ts";
import { LineWriter } from "./line-writer.ts";
import { type LineReceiver, LineSplitter, type LongLine } from "./lines.ts";
import { idOfLongAnswer, looksLikeMessage } from "./long-answer.ts";

/** A line that is no message; what comes after it is read. */
export interface IgnoredLine {
  /** `not-a-message`: not a JSON-RPC message in UTF-8. `too-long`: longer than `maxLineBytes`. */
  readonly reason: "not-a-message" | "too-long";
  readonly bytes: number;
  /** The request that it answered, where that can be told: it is answered with an error instead. */
  readonly id: JsonRpcId | undefined;
  /** Whether any request may be the one that it answered. */
  readonly ambiguous: boolean;
}

/** What a line connection stands on. */
export interface LineParts {
  readonly readable: Readable;
  readonly writable: Writable;
  readonly maxLineBytes: number;
  /** Told of each line that is no message. */
  onIgnored(line: IgnoredLine): void;
  /** Nothing more can be read: says why, once that is known. */
  onReadEnd(error: unknown): CloseReason | Promise<CloseReason>;
  /** Nothing more can be written; to be followed by the end of what is read. */
  onWriteEnd(error: unknown): void;
  /** This side closes, while what was written leaves. To be followed by the end of what is read. */
  onClose(): void;
}

/** Unread bytes above which the readable is paused: enough for a turn of the event loop. */
const HIGH_WATER_BYTES = 64 * 1024;

/** How long `close` lets messages leave that were written before, in ms: what the contract allows. */
const CLOSE_TIMEOUT_MS = 5_000;

/** The one implementation; its users hold it as a {@link Connection}. */
export class LineConnection implements Connection, LineReceiver {
  readonly closed: Promise<CloseReason>;
  readonly #parts: LineParts;
  readonly #lines: LineSplitter;
  readonly #writer: LineWriter;
  readonly #inbox = createMessageQueue<JsonRpcMessage>(Number.POSITIVE_INFINITY);
  /** Bytes of each message that is in it. */
  readonly #sizes: number[] = [];
  #unreadBytes = 0;
  #isTaken = true;
  readonly #whenTaken: (() => void)[] = [];
  /** Why nothing more is written. */
  #over: CloseReason | undefined;
  #isReadOver = false;
  #closing: Promise<void> | undefined;
  #flushed: Promise<void> | undefined;
  #settleClosed!: (reason: CloseReason) => void;

  constructor(parts: LineParts) {
    this.#parts = parts;
    this.#lines = new LineSplitter(parts.maxLineBytes, this);
    this.closed = new Promise((resolve) => {
      this.#settleClosed = resolve;
    });
    const { readable, writable } = parts;
    readable.on("data", (chunk: Buffer) => this.#onData(chunk));
    readable.once("end", () => this.#onReadEnd(undefined));
    readable.once("close", () => this.#onReadEnd(undefined));
    readable.on("error", (error) => this.#onReadEnd(error));
    this.#writer = new LineWriter(writable, (error) => this.#onWriteEnd(error));
  }

  // Not async, and nothing is wrapped: whoever waits has a message as soon as it is there.
  read(options?: AbortOptions): Promise<JsonRpcMessage | undefined> {
    const { size } = this.#inbox;
    if (size === 0) this.#onTaken();
    const message = this.#inbox.read(options);
    if (this.#inbox.size < size) this.#onRead();
    return message;
  }

  /** Settles when the reader has come back for more than was received: it is done with everything before. */
  taken(): Promise<void> {
    if (this.#isTaken) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenTaken.push(resolve);
    });
  }

  write(message: JsonRpcMessage, { signal }: AbortOptions = {}): Promise<void> {
    try {
      signal?.throwIfAborted();
      if (this.#over !== undefined) throw new ConnectionClosedError(this.#over);
      return this.#writer.write(`${encodeMessage(message)}\n`, signal);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  close(cause?: unknown): Promise<void> {
    this.#closing ??= this.#close(cause);
    return this.#closing;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<JsonRpcMessage, undefined> {
    for (let next = await this.read(); next !== undefined; next = await this.read()) yield next;
  }

  onLine(line: Uint8Array): void {
    if (isBlank(line)) return;
    let message: JsonRpcMessage;
    try {
      message = decodeMessage(line);
    } catch {
      this.#parts.onIgnored({
        reason: "not-a-message",
        bytes: line.length,
        id: idOfWrongAnswer(line),
        ambiguous: false,
      });
      return;
    }
    const { size } = this.#inbox;
    if (!this.#inbox.tryPut(message)) return;
    this.#isTaken = false;
    // A reader that waited has it already.
    if (this.#inbox.size === size) return;
    this.#sizes.push(line.length);
    this.#unreadBytes += line.length;
  }

  onLongLine(line: LongLine): void {
    const id = idOfLongAnswer(line);
    const ambiguous = id === undefined && looksLikeMessage(line);
    this.#parts.onIgnored({ reason: "too-long", bytes: line.bytes, id, ambiguous });
  }

  #onRead(): void {
    this.#unreadBytes -= this.#sizes.shift() ?? 0;
    if (this.#unreadBytes <= HIGH_WATER_BYTES && !this.#isReadOver) this.#parts.readable.resume();
  }

  #onTaken(): void {
    this.#isTaken = true;
    for (const resolve of this.#whenTaken.splice(0)) resolve();
  }

  #onData(chunk: Buffer): void {
    if (this.#isReadOver) return;
    this.#lines.push(chunk);
    // After a close nothing is delivered, and nothing may hold back what is read to see the end.
    if (this.#unreadBytes > HIGH_WATER_BYTES && !this.#inbox.ended) this.#parts.readable.pause();
  }

  #onReadEnd(error: unknown): void {
    if (this.#isReadOver) return;
    if (error === undefined) this.#lines.end();
    this.#isReadOver = true;
    void this.#end(error);
  }

  async #end(error: unknown): Promise<void> {
    const reason = await this.#parts.onReadEnd(error);
    await this.#flushed;
    if (this.#over?.code !== "local") this.#over = reason;
    // Only now: a reader that has seen the end may ask for the reason.
    this.#inbox.end();
    this.#writer.fail(new ConnectionClosedError(this.#over));
    this.#writer.end();
    this.#settleClosed(this.#over);
  }

  #onWriteEnd(error: unknown): void {
    if (this.#over !== undefined) {
      this.#writer.fail(new ConnectionClosedError(this.#over));
      return;
    }
    const cause = new BridgeError("ERR_BRIDGE_STDIO", "nothing more can be written to the pipe", {
      cause: error,
    });
    this.#over = { code: "network", cause };
    this.#writer.fail(new ConnectionClosedError(this.#over));
    this.#parts.onWriteEnd(error);
  }

  async #close(cause: unknown): Promise<void> {
    if (!this.#isReadOver && this.#over?.code !== "local") {
      const reason: CloseReason = cause === undefined ? { code: "local" } : { code: "local", cause };
      this.#flushed = this.#writer.flush(CLOSE_TIMEOUT_MS);
      this.#over = reason;
      this.#inbox.end();
      // Nothing is delivered any more; the end is still to be seen.
      this.#parts.readable.resume();
      this.#parts.onClose();
      await this.#flushed;
      this.#writer.end();
    }
    await this.closed;
  }
}

/** JSON's white space, and nothing else. */
function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

/** Of JSON that is no message, but was meant to be an answer: the id that waits for it. */
function idOfWrongAnswer(line: Uint8Array): JsonRpcId | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(line).toString("utf8"));
    if (typeof value !== "object" || value === null || "method" in value || !("id" in value))
      return undefined;
    const { id } = value;
    return typeof id === "string" || Number.isSafeInteger(id) ? (id as JsonRpcId) : undefined;
  } catch {
    return undefined;
  }
}
