interface Place<T> {
  readonly item: T;
  before: Place<T> | undefined;
  after: Place<T> | undefined;
}

/** Items in the order in which they were added. Any may leave; no step takes longer in a longer line. */
export class Line<T> {
  // The order is kept beside it: finding a set's first takes long where many have left, and an iterator that
  // remembers how far it was holds on to all that left since.
  readonly #places = new Map<T, Place<T>>();
  #first: Place<T> | undefined;
  #last: Place<T> | undefined;

  get size(): number {
    return this.#places.size;
  }

  get first(): T | undefined {
    return this.#first?.item;
  }

  add(item: T): void {
    const place: Place<T> = { item, before: this.#last, after: undefined };
    if (this.#last === undefined) this.#first = place;
    else this.#last.after = place;
    this.#last = place;
    this.#places.set(item, place);
  }

  delete(item: T): void {
    const place = this.#places.get(item);
    if (place === undefined) return;
    this.#places.delete(item);
    const { before, after } = place;
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    place.before = undefined;
    place.after = undefined;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#places.keys();
  }
}
