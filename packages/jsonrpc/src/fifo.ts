// First in, first out, and any entry out of turn: each in constant time, however long the line.

/** A place in a {@link Fifo}; good for one `remove` while its item is in the line. */
export interface FifoEntry<T> {
  readonly item: T;
  previous: FifoEntry<T> | undefined;
  next: FifoEntry<T> | undefined;
}

/** A line of items. Not an array: its `shift` moves every item of a long line. */
export class Fifo<T> {
  #first: FifoEntry<T> | undefined;
  #last: FifoEntry<T> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(item: T): FifoEntry<T> {
    const entry: FifoEntry<T> = { item, previous: this.#last, next: undefined };
    if (this.#last === undefined) this.#first = entry;
    else this.#last.next = entry;
    this.#last = entry;
    this.#size++;
    return entry;
  }

  shift(): T | undefined {
    const entry = this.#first;
    if (entry === undefined) return undefined;
    this.remove(entry);
    return entry.item;
  }

  remove(entry: FifoEntry<T>): void {
    const { previous, next } = entry;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    // An old entry that still pointed on would keep all later ones from being collected.
    entry.previous = undefined;
    entry.next = undefined;
    this.#size--;
  }
}
