// What waits to be written to one event stream.
//
//     write ─▶ [ queue: the backlog ] ─ end of tick ─▶ sink.write(batch) ─▶ socket
//                  │ more than one batch: write takes a turn  └ false: nothing more until onDrain
//                  │ above highWaterBytes: write waits
//                  │ past maxBacklogBytes: overflow
//
// The adapter says when a tick ends, so that what is written in one tick leaves together.

import { listenForAbort } from "@mcp-sse/jsonrpc";
import type { Chunk, EventSink } from "./exchange.ts";
import { MAX_FLUSH_BYTES } from "./limits.ts";

/** What the outbox tells its session. */
export interface OutboxEvents {
  /** A batch was handed to the socket. */
  onSent(bytes: number, messages: number): void;
  /** The backlog crossed the high-water mark. */
  onBacklog(bytes: number): void;
  /** The socket has enough: from now on the reader may be stalled. */
  onBlocked(): void;
}

/** Bounds of one outbox, in bytes. */
export interface OutboxLimits {
  readonly highWaterBytes: number;
  readonly maxBacklogBytes: number;
}

interface Entry {
  readonly chunk: Chunk;
  readonly bytes: number;
  waiter: Waiter | undefined;
  /** Not in the queue any more: handed to the socket, or taken back. */
  gone: boolean;
}

interface Waiter {
  resolve(): void;
  reject(reason: unknown): void;
}

const DONE: Promise<void> = Promise.resolve();

/** The sending half of a session: bounded, in order, one batch per tick. */
export class Outbox {
  readonly #sink: EventSink;
  readonly #limits: OutboxLimits;
  readonly #events: OutboxEvents;
  #queue: Entry[] = [];
  #head = 0;
  /** Entries of the queue that were taken back. */
  #withdrawn = 0;
  /** Made when a write first has to wait. */
  #waiting: Set<Entry> | undefined;
  #backlog = 0;
  #state: "idle" | "scheduled" | "blocked" | "unstarted" | "over" = "unstarted";
  #closing = false;
  /** What writes wait for that are more than a batch. */
  #turn: Promise<void> | undefined;
  /** Made when something is first written. */
  #onTickEnd: (() => void) | undefined;

  constructor(sink: EventSink, limits: OutboxLimits, events: OutboxEvents) {
    this.#sink = sink;
    this.#limits = limits;
    this.#events = events;
  }

  /** Encoded bytes of every write that was not handed to the socket yet. */
  get backlog(): number {
    return this.#backlog;
  }

  /** Whether the backlog is past its limit: the next write is one too many. */
  get overflowing(): boolean {
    return this.#backlog > this.#limits.maxBacklogBytes;
  }

  /** Starts the stream with its headers and first event; what was written before comes after it. */
  start(headers: Readonly<Record<string, string>>, first: string): void {
    if (this.#state !== "unstarted") return;
    this.#state = "idle";
    this.#handOver(this.#sink.start(headers, this.#sink.encode(first)));
    if (this.#size > 0) this.#schedule();
  }

  /** Queues an event. Settles when the backlog is under the high-water mark; an abort takes the event back. */
  write(event: string, signal: AbortSignal | undefined): Promise<void> {
    const chunk = this.#sink.encode(event);
    const entry: Entry = { chunk, bytes: this.#sink.byteLength(chunk), waiter: undefined, gone: false };
    const before = this.#backlog;
    // What is written alone finds an empty queue, and needs no room for more.
    if (this.#queue.length === 0) this.#queue = [entry];
    else this.#queue.push(entry);
    this.#backlog += entry.bytes;
    this.#schedule();
    if (this.#backlog <= Math.min(this.#limits.highWaterBytes, MAX_FLUSH_BYTES)) return DONE;
    if (this.#backlog <= this.#limits.highWaterBytes) return this.#nextTurn();
    if (before <= this.#limits.highWaterBytes) this.#events.onBacklog(this.#backlog);
    return this.#wait(entry, signal);
  }

  /** Writes a comment, unless something else is about to be written or cannot be. */
  comment(text: string): void {
    if (this.#state === "idle") this.#handOver(this.#sink.write([this.#sink.encode(text)]));
  }

  /** The socket has room again. */
  drained(): void {
    if (this.#state !== "blocked") return;
    this.#state = "idle";
    this.#flush();
  }

  /** Ends the stream once everything is handed over. Nothing may be written after. */
  close(): void {
    this.#closing = true;
    if (this.#state !== "unstarted") this.#endIfEmpty();
  }

  /**
   * Ends here and now: drops what is queued and rejects whoever waits.
   *
   * @param errorOf - makes the error, where somebody waits: its stack trace is dear, and most sessions end quietly.
   */
  fail(errorOf: () => unknown): void {
    this.#state = "over";
    this.#queue = [];
    this.#head = 0;
    this.#withdrawn = 0;
    this.#backlog = 0;
    if (this.#waiting === undefined) return;
    const error = errorOf();
    for (const { waiter } of this.#takeWaiting()) waiter?.reject(error);
  }

  #schedule(): void {
    if (this.#state !== "idle") return;
    this.#state = "scheduled";
    this.#onTickEnd ??= () => {
      if (this.#state !== "scheduled") return;
      this.#state = "idle";
      this.#flush();
    };
    this.#sink.defer(this.#onTickEnd);
  }

  get #size(): number {
    return this.#queue.length - this.#head - this.#withdrawn;
  }

  #flush(): void {
    while (this.#size > 0 && this.#state === "idle") this.#sendBatch();
    if (this.#backlog <= this.#limits.highWaterBytes) {
      for (const { waiter } of this.#takeWaiting()) waiter?.resolve();
    }
    this.#endIfEmpty();
  }

  #sendBatch(): void {
    const batch: Chunk[] = [];
    let bytes = 0;
    let at = this.#head;
    for (; at < this.#queue.length && bytes < MAX_FLUSH_BYTES; at++) {
      const entry = this.#queue[at] as Entry;
      if (entry.gone) {
        this.#withdrawn--;
        continue;
      }
      entry.gone = true;
      batch.push(entry.chunk);
      bytes += entry.bytes;
    }
    this.#head = at;
    if (this.#head * 2 > this.#queue.length) {
      this.#queue = this.#queue.slice(this.#head);
      this.#head = 0;
    }
    this.#backlog -= bytes;
    this.#handOver(this.#sink.write(batch));
    if (this.#state !== "over") this.#events.onSent(bytes, batch.length);
  }

  #handOver(hasRoom: boolean): void {
    if (hasRoom || this.#state !== "idle") return;
    this.#state = "blocked";
    this.#events.onBlocked();
  }

  #endIfEmpty(): void {
    if (!this.#closing || this.#size > 0 || this.#state === "over") return;
    this.#state = "over";
    this.#sink.end();
  }

  #wait(entry: Entry, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const stopListening = listenForAbort(signal, (reason) => {
        this.#withdraw(entry);
        reject(reason);
      });
      entry.waiter = {
        resolve() {
          stopListening();
          resolve();
        },
        reject(reason) {
          stopListening();
          reject(reason);
        },
      };
      this.#waiting ??= new Set();
      this.#waiting.add(entry);
    });
  }

  // Sockets are looked at before more is made. A loop that awaits each write would otherwise fill the whole backlog of a
  // reader that keeps up, and let nobody else run meanwhile.
  #nextTurn(): Promise<void> {
    this.#turn ??= new Promise<void>((resolve) => this.#sink.turn(resolve)).then(() => {
      this.#turn = undefined;
    });
    return this.#turn;
  }

  #takeWaiting(): Iterable<Entry> {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    return waiting;
  }

  // What the socket has is gone; the rest was never sent. Entries are swept out together: one signal may take back
  // thousands of writes.
  #withdraw(entry: Entry): void {
    this.#waiting?.delete(entry);
    if (entry.gone) return;
    entry.gone = true;
    this.#backlog -= entry.bytes;
    this.#withdrawn++;
    if (this.#withdrawn * 2 <= this.#queue.length - this.#head) return;
    this.#queue = this.#queue.slice(this.#head).filter(({ gone }) => !gone);
    this.#head = 0;
    this.#withdrawn = 0;
  }
}
