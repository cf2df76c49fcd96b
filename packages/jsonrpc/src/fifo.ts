// First in, first out, and any item out of turn: each in constant time, however long the line.

/**
 * A line of items, each under the number of its place. Not an array: its `shift` moves every item of a long line.
 *
 * `delete` takes out the item of a place, out of turn; twice is nothing.
 */
export class Fifo<T> extends Map<number, T> {
  #first = 0;
  #next = 0;

  /** Returns the item's place. */
  push(item: T): number {
    this.set(this.#next, item);
    return this.#next++;
  }

  /** Takes out the first item; `undefined` if there is none. */
  shift(): T | undefined {
    // Each place is passed once, empty or not.
    while (this.size > 0) {
      const item = this.get(this.#first);
      if (this.delete(this.#first++)) return item;
    }
    return undefined;
  }
}
