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

interface Received {
  readonly message: JsonRpcMessage;
  readonly bytes: number;
}

interface WaitingWrite {
  readonly text: string;
  resolve(): void;
  reject(reason: unknown): void;
}

/** The one implementation; its users hold it as a {@link Connection}. */
export class LineConnection implements Connection, LineReceiver {
  readonly closed: Promise<CloseReason>;
  readonly #parts: LineParts;
  readonly #lines: LineSplitter;
  readonly #inbox = createMessageQueue<Received>(Number.POSITIVE_INFINITY);
  #unreadBytes = 0;
  #isFull = false;
  #waiting: WaitingWrite[] = [];
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
    writable.on("drain", () => this.#onDrain());
    writable.on("error", (error) => this.#onWriteEnd(error));
    writable.once("close", () => this.#onWriteEnd(undefined));
  }

  async read(options?: AbortOptions): Promise<JsonRpcMessage | undefined> {
    const received = await this.#inbox.read(options);
    if (received === undefined) return undefined;
    this.#unreadBytes -= received.bytes;
    if (this.#unreadBytes <= HIGH_WATER_BYTES && !this.#isReadOver) this.#parts.readable.resume();
    return received.message;
  }

  write(message: JsonRpcMessage, { signal }: AbortOptions = {}): Promise<void> {
    try {
      signal?.throwIfAborted();
      if (this.#over !== undefined) throw new ConnectionClosedError(this.#over);
      const text = `${encodeMessage(message)}\n`;
      if (this.#isFull) return this.#wait(text, signal);
      this.#isFull = !this.#parts.writable.write(text);
      return Promise.resolve();
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
    this.#unreadBytes += line.length;
    this.#inbox.tryPut({ message, bytes: line.length });
  }

  onLongLine(line: LongLine): void {
    const id = idOfLongAnswer(line);
    const ambiguous = id === undefined && looksLikeMessage(line);
    this.#parts.onIgnored({ reason: "too-long", bytes: line.bytes, id, ambiguous });
  }

  #onData(chunk: Buffer): void {
    if (this.#isReadOver) return;
    this.#lines.push(chunk);
    if (this.#unreadBytes > HIGH_WATER_BYTES) this.#parts.readable.pause();
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
    this.#rejectWaiting(this.#over);
    this.#parts.writable.end();
    this.#settleClosed(this.#over);
  }

  #onWriteEnd(error: unknown): void {
    if (this.#over !== undefined) {
      this.#rejectWaiting(this.#over);
      return;
    }
    const cause = new BridgeError("ERR_BRIDGE_STDIO", "nothing more can be written to the pipe", {
      cause: error,
    });
    this.#over = { code: "network", cause };
    this.#rejectWaiting(this.#over);
    this.#parts.onWriteEnd(error);
  }

  async #close(cause: unknown): Promise<void> {
    if (!this.#isReadOver && this.#over?.code !== "local") {
      const reason: CloseReason = cause === undefined ? { code: "local" } : { code: "local", cause };
      this.#flushed = this.#flush();
      this.#over = reason;
      this.#inbox.end();
      // Nothing is delivered any more; the end is still to be seen.
      this.#parts.readable.resume();
      this.#parts.onClose();
      await this.#flushed;
      this.#parts.writable.end();
    }
    await this.closed;
  }

  /** Settles when what was written has left for the pipe, or the time for it is over. */
  #flush(): Promise<void> {
    const last = this.#waiting.at(-1);
    if (last === undefined) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
      const settle = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const { resolve: taken, reject: lost } = last;
      last.resolve = () => {
        taken();
        settle();
      };
      last.reject = (reason) => {
        lost(reason);
        settle();
      };
    });
  }

  #onDrain(): void {
    this.#isFull = false;
    while (!this.#isFull) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#isFull = !this.#parts.writable.write(next.text);
      next.resolve();
    }
  }

  #wait(text: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== entry);
        entry.reject(signal?.reason);
      };
      const entry: WaitingWrite = {
        text,
        resolve() {
          signal?.removeEventListener("abort", onAbort);
          resolve();
        },
        reject(reason) {
          signal?.removeEventListener("abort", onAbort);
          reject(reason);
        },
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#waiting.push(entry);
    });
  }

  #rejectWaiting(reason: CloseReason): void {
    for (const { reject } of this.#waiting.splice(0)) reject(new ConnectionClosedError(reason));
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
