// First in, first out, and any entry out of turn: each in constant time, however long the line.
//
//     ┌─▶ line ⇄ first ⇄ … ⇄ last ◀─┐        a ring, in which the line itself stands for both ends
//     └─────────────────────────────┘

/** A place in a {@link Fifo}; good for one `remove` while its item is in the line. */
export interface FifoEntry<T> {
  readonly item?: T;
  previous: FifoEntry<T>;
  next: FifoEntry<T>;
}

/** A line of items. Not an array: its `shift` moves every item of a long line. */
export class Fifo<T> implements FifoEntry<T> {
  previous: FifoEntry<T> = this;
  next: FifoEntry<T> = this;
  size = 0;

  push(item: T): FifoEntry<T> {
    const { previous } = this;
    const entry = { item, previous, next: this };
    previous.next = entry;
    this.previous = entry;
    this.size++;
    return entry;
  }

  /** Takes out the first item; `undefined` if there is none. */
  shift(): T | undefined {
    const { next } = this;
    if (next === this) return undefined;
    this.remove(next);
    return next.item;
  }

  remove(entry: FifoEntry<T>): void {
    const { previous, next } = entry;
    previous.next = next;
    next.previous = previous;
    // An old entry that still pointed on would keep all later ones from being collected.
    entry.previous = entry;
    entry.next = entry;
    this.size--;
  }
}
