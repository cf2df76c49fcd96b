// The reading half of a Connection: what arrived and is not read yet, and who waits for it.
//
//     put ──▶ [ writers that wait for room ] ──▶ [ items, at most `limit` ] ──▶ [ readers that wait ] ──▶ read
//
// Writers wait only while it is full, readers only while it is empty, so never both.

import { listenForAbort } from "./abort.ts";
import type { AbortOptions } from "./connection.ts";
import { Place } from "./fifo.ts";

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
  /** 0 from the end on. */
  #limit: number;
  readonly #items = new Place<T>();
  /** Writers while the queue is full, readers while it is empty. */
  readonly #calls = new Place<T>();
  size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get ended(): boolean {
    return this.#limit === 0;
  }

  tryPut(item: T): boolean {
    if (this.size >= this.#limit) return false;
    if (!this.#settleNext(item)) this.#push(new Place(item));
    return true;
  }

  async put(item: T, options?: AbortOptions): Promise<boolean> {
    return (await this.#call(options, () => this.tryPut(item) || undefined, item)) === true;
  }

  // Not async: a promise that such a function returns is waited for three turns of the microtask queue.
  read(options?: AbortOptions): Promise<T | undefined> {
    return this.#call(options, () => {
      const first = this.#items.shift();
      if (this.size) {
        this.size--;
        // There is room again for the first of those that wait.
        const writer = this.#settleNext(true);
        if (writer) this.#push(writer);
      }
      return first.item;
    }) as Promise<T | undefined>;
  }

  end(): void {
    this.#limit = 0;
    while (this.#settleNext());
  }

  #push(place: Place<T>): void {
    this.#items.add(place);
    this.size++;
  }

  /** Takes out the call that waits longest, and settles it. */
  #settleNext(result?: T | true): Place<T> | undefined {
    const call = this.#calls.shift();
    if (!call.settle) return undefined;
    call.settle(result);
    return call;
  }

  /** Does what it can do at once, or waits until it can. */
  #call(
    { signal }: AbortOptions = {},
    attempt: () => T | true | undefined,
    item?: T,
  ): Promise<T | true | undefined> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const result = attempt();
      if (result !== undefined || this.ended) resolve(result);
      else {
        const call = new Place(item, (given) => {
          stopListening();
          resolve(given);
        });
        const stopListening = listenForAbort(signal, (reason) => {
          call.delete();
          reject(reason);
        });
        this.#calls.add(call);
      }
    });
  }
}
