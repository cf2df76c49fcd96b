/** Items in the order in which they were added. Any may leave; no step takes longer in a longer line. */
export class Line<T> {
  readonly #items = new Set<T>();
  #cursor: Iterator<T, undefined> = this.#items.values();
  #first: T | undefined;

  get size(): number {
    return this.#items.size;
  }

  get first(): T | undefined {
    // One iterator for all: a new one would step over the places of all that have left, each time.
    while (this.#first === undefined && this.#items.size > 0) {
      const { value, done } = this.#cursor.next();
      this.#first = value;
      if (done) this.#cursor = this.#items.values();
    }
    return this.#first;
  }

  add(item: T): void {
    this.#items.add(item);
  }

  delete(item: T): void {
    this.#items.delete(item);
    if (this.#first === item) this.#first = undefined;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#items.values();
  }
}
