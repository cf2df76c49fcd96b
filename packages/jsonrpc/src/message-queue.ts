// The reading half of a Connection: what arrived and is not read yet, and who waits for it.
//
//     put ──▶ [ writers that wait for room ] ──▶ [ items, at most `limit` ] ──▶ [ readers that wait ] ──▶ read
//
// Writers wait only while it is full, readers only while it is empty, so never both.

import { listenForAbort } from "./abort.ts";
import type { AbortOptions } from "./connection.ts";
import { Fifo } from "./fifo.ts";

/**
 * A bounded first-in-first-out queue with an end.
 *
 * For whoever implements a `Connection`: `read` has the semantics that the contract asks for. Items are
 * anything but `undefined`, which `read` returns at the end. No signal keeps a listener once its call has
 * settled.
 */
export interface MessageQueue<T> {
  /** The number of items that wait to be read; writers that wait for room are not counted. */
  readonly size: number;

  /** Whether `end` was called. */
  readonly ended: boolean;

  /** Queues an item, if that is possible at once: false when it is full, when others wait, after the end. */
  tryPut(item: T): boolean;

  /**
   * Queues an item, waiting for room in the order of the calls.
   *
   * @returns true when the item is queued, false when the queue ended first. Rejects with the reason of the
   *   signal when that is aborted first; the item is then never delivered.
   */
  put(item: T, options?: AbortOptions): Promise<boolean>;

  /**
   * Takes the next item; concurrent calls are served in their order.
   *
   * @returns `undefined` once the queue has ended and is empty, for ever. Rejects with the reason of the
   *   signal when that is aborted first; the call then takes no item.
   */
  read(options?: AbortOptions): Promise<T | undefined>;

  /** Ends the queue: nothing more is queued, what is queued can still be read. Twice is nothing. */
  end(): void;
}

/**
 * Creates a queue.
 *
 * @param limit - number of items that may wait to be read; at least 1, `Infinity` for no limit.
 * @throws RangeError if `limit` is less than 1.
 */
export function createMessageQueue<T>(limit: number): MessageQueue<T> {
  // Not `limit < 1`, which NaN would pass.
  if (!(limit >= 1)) throw new RangeError(`limit must be at least 1: ${limit}`);
  return new BoundedQueue<T>(limit);
}

/** A class, because a server has one for each of its sessions: ten closures are half a KiB. */
class BoundedQueue<T> implements MessageQueue<T> {
  readonly #limit: number;
  /** Made when an item first has to wait: most queues of a server are read before that. */
  #items: Fifo<T> | undefined;
  /** Writers while the queue is full, readers while it is empty. */
  readonly #calls = new Fifo<Call<T>>();
  #ended = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#items?.size ?? 0;
  }

  get ended(): boolean {
    return this.#ended;
  }

  tryPut(item: T): boolean {
    if (this.#ended || this.size >= this.#limit) return false;
    const reader = this.#calls.shift();
    if (reader === undefined) this.#push(item);
    else reader.settle(item);
    return true;
  }

  async put(item: T, { signal }: AbortOptions = {}): Promise<boolean> {
    signal?.throwIfAborted();
    return this.tryPut(item) || (!this.#ended && (await this.#wait(signal, item)) === true);
  }

  // Not async: a promise that such a function returns is waited for three turns of the microtask queue.
  read({ signal }: AbortOptions = {}): Promise<T | undefined> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.size === 0 && !this.#ended) return this.#wait(signal) as Promise<T | undefined>;
    const item = this.#items?.shift();
    // There is room again for the first of those that wait.
    const writer = this.#calls.shift();
    if (writer !== undefined) {
      this.#push(writer.item as T);
      writer.settle(true);
    }
    return Promise.resolve(item);
  }

  end(): void {
    this.#ended = true;
    while (this.#calls.size > 0) this.#calls.shift()?.settle();
  }

  #push(item: T): void {
    this.#items ??= new Fifo();
    this.#items.push(item);
  }

  #wait(signal: AbortSignal | undefined, item?: T): Promise<T | true | undefined> {
    return new Promise((resolve, reject) => {
      if (signal === undefined) {
        this.#calls.push({ item, settle: resolve });
        return;
      }
      const place = this.#calls.push({
        item,
        settle(result) {
          stopListening();
          resolve(result);
        },
      });
      const stopListening = listenForAbort(signal, (reason) => {
        this.#calls.delete(place);
        reject(reason);
      });
    });
  }
}

/** A call that waits: settled by whoever takes it out of the line, unless its signal is aborted first. */
interface Call<T> {
  /** What a writer wants to put. */
  readonly item: T | undefined;
  /** With the item of a reader, with true for a writer; with nothing at the end. */
  settle(result?: T | true): void;
}
