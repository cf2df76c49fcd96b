// First in, first out, and anybody out of turn: each in constant time, however long the line.

/**
 * Where an item stands in a line, or a call that waits; the line is one, too: who stands after it came first, who before it came
 * last, and in an empty line that is itself.
 *
 * Linked, not an array: its `shift` moves every item of a long line. Not a Map: each table that it outgrows points to the next
 * one, so that what has left survives the collections of young garbage.
 */
export class Place<T> {
  #before: Place<T> = this;
  #after: Place<T> = this;
  declare readonly item: T | undefined;
  declare readonly settle: ((result?: T | true) => void) | undefined;

  /**
   * @param item - what is to be read, or a writer wants to put.
   * @param settle - of a call: with the item of a reader, with true for a writer; with nothing at the end.
   */
  constructor(item?: T, settle?: (result?: T | true) => void) {
    this.item = item;
    this.settle = settle;
  }

  /** Of a line: puts somebody who stands in none at its end. */
  add(place: Place<T>): void {
    place.#after = this;
    place.#before = this.#before;
    this.#before.#after = place;
    this.#before = place;
  }

  /** Leaves the line, and holds on to nobody there; does nothing if it stands in none. */
  delete(): Place<T> {
    this.#before.#after = this.#after;
    this.#after.#before = this.#before;
    this.#before = this;
    this.#after = this;
    return this;
  }

  /** Of a line: who came first leaves. The line itself, if it is empty. */
  shift(): Place<T> {
    return this.#after.delete();
  }
}
