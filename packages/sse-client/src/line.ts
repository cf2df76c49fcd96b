import { NEVER } from "./timer.ts";

/** What can stand in a line, in one at a time: its place there is written on it. */
export interface InLine {
  line?: object | undefined;
  before?: InLine | undefined;
  after?: InLine | undefined;
}

/**
 * Items in the order in which they were added. Any may leave; no step takes longer in a longer line.
 *
 * Linked, not a Map or a Set: each table that those outgrow points to the next one, so that what has left survives the
 * collections of young garbage.
 */
export class Line<T extends InLine> {
  first: T | undefined;
  /** The first whose turn has not come: it stays in the line when it comes, and whoever gives turns moves this on. */
  next: T | undefined;
  /** How many more may have their turn. */
  room: number = NEVER;
  #last: T | undefined;

  add(item: T): void {
    item.line = this;
    item.before = this.#last;
    if (this.#last) this.#last.after = item;
    else this.first = item;
    this.#last = item;
    this.next ??= item;
  }

  /** Does nothing for an item that is not in this line. */
  delete(item: T): void {
    if (item.line !== this) return;
    const { before, after } = item as { before?: T | undefined; after?: T | undefined };
    if (before) before.after = after;
    else this.first = after;
    if (after) after.before = before;
    else this.#last = before;
    if (this.next === item) this.next = after;
    item.line = item.before = item.after = undefined;
  }

  *[Symbol.iterator](): Generator<T, void, void> {
    for (let item = this.first; item; item = item.after as T | undefined) yield item;
  }
}
