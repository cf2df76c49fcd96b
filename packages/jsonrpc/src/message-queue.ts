// The reading half of a Connection: what arrived and is not read yet, and who waits for it.
//
//     put ──▶ [ writers that wait for room ] ──▶ [ items, at most `limit` ] ──▶ [ readers that wait ] ──▶ read
//
// Writers wait only while it is full, readers only while it is empty, so never both.

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
  if (!(limit >= 1)) throw new RangeError(`limit must be at least 1, got ${limit}`);
  return new BoundedQueue<T>(limit);
}

/** A class, because a server has one for each of its sessions: ten closures are half a KiB. */
class BoundedQueue<T> implements MessageQueue<T> {
  readonly #limit: number;
  readonly #items = new Fifo<T>();
  readonly #readers = new Fifo<Waiting<undefined, T | undefined>>();
  // Few queues are ever full.
  #writers: Fifo<Waiting<T, boolean>> | undefined;
  #ended = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#items.size;
  }

  get ended(): boolean {
    return this.#ended;
  }

  tryPut(item: T): boolean {
    if (this.#ended || this.#items.size >= this.#limit) return false;
    const reader = this.#readers.shift();
    if (reader === undefined) this.#items.push(item);
    else reader.settle(item);
    return true;
  }

  async put(item: T, { signal }: AbortOptions = {}): Promise<boolean> {
    signal?.throwIfAborted();
    if (this.tryPut(item)) return true;
    if (this.#ended) return false;
    this.#writers ??= new Fifo();
    return wait(this.#writers, item, signal);
  }

  // Not async: a promise that such a function returns is waited for three turns of the microtask queue.
  read({ signal }: AbortOptions = {}): Promise<T | undefined> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#items.size === 0) {
      return this.#ended ? Promise.resolve(undefined) : wait(this.#readers, undefined, signal);
    }
    const item = this.#items.shift();
    // There is room again for the first of those that wait.
    const writer = this.#writers?.shift();
    writer?.settle(this.tryPut(writer.item));
    return Promise.resolve(item);
  }

  end(): void {
    this.#ended = true;
    while (this.#readers.size > 0) this.#readers.shift()?.settle(undefined);
    while (this.#writers?.size) this.#writers.shift()?.settle(false);
  }
}

/** A call that waits in line: settled by whoever takes it out, unless its signal is aborted first. */
interface Waiting<Item, Result> {
  readonly item: Item;
  settle(result: Result): void;
}

function wait<Item, Result>(
  line: Fifo<Waiting<Item, Result>>,
  item: Item,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return new Promise((settle) => line.push({ item, settle }));
  return new Promise((resolve, reject) => {
    const entry = line.push({
      item,
      settle(result) {
        signal.removeEventListener("abort", onAbort);
        resolve(result);
      },
    });
    function onAbort(): void {
      line.remove(entry);
      reject(signal?.reason);
    }
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
