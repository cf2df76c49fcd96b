// First in, first out, and any item out of turn: each in constant time, however long the line.

/** Where an item stands. It holds on to nobody once its item was taken out. */
export interface Place<T> {
  readonly item: T;
  before: Place<T> | undefined;
  after: Place<T> | undefined;
}

/**
 * A line of items, linked one to the next. Not an array: its `shift` moves every item of a long line. Not a Map: each table that
 * it outgrows points to the next one, so that what has left survives the collections of young garbage.
 */
export class Fifo<T> {
  #first: Place<T> | undefined;
  #last: Place<T> | undefined;
  size = 0;

  /** Returns the item's place. */
  push(item: T): Place<T> {
    const place: Place<T> = { item, before: this.#last, after: undefined };
    if (this.size++) (this.#last as Place<T>).after = place;
    else this.#first = place;
    this.#last = place;
    return place;
  }

  /** Takes out the first item; `undefined` if there is none. */
  shift(): T | undefined {
    const first = this.#first;
    return first && this.delete(first) ? first.item : undefined;
  }

  /** Takes out the item of a place, out of turn; false if it was taken out. */
  delete(place: Place<T>): boolean {
    const { before, after } = place;
    if (!before && this.#first !== place) return false;
    if (before) before.after = after;
    else this.#first = after;
    if (after) after.before = before;
    else this.#last = before;
    place.before = place.after = undefined;
    this.size--;
    return true;
  }
}
