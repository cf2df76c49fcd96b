// What comes to be sent to one node in one turn of the event loop, so that it leaves as one text: with one mac, one
// command to the broker, and one waking of its reader.

import { afterTurn } from "#turn";

/** Code units that one text may gather: small beside what any broker takes, and dear enough to need no more. */
const MAX_UNITS = 64 * 1024;

/** Bytes of UTF-8 that a code unit may take, and room for what stands around the parts. */
const BYTES_PER_UNIT = 4;

interface Batch<Item> {
  readonly items: Item[];
  units: number;
}

/** Gathers for nodes what leaves at the end of the turn; in order for each. */
export class Batches<Item> {
  readonly #maxUnits: () => number;
  readonly #send: (node: string, items: readonly Item[]) => void;
  #waiting = new Map<string, Batch<Item>>();

  /**
   * @param maxTextBytes - what the broker takes.
   * @param send - called with one or more; with more only if they fit into one text.
   */
  constructor(maxTextBytes: () => number, send: (node: string, items: readonly Item[]) => void) {
    this.#maxUnits = () => Math.min(MAX_UNITS, maxTextBytes() / BYTES_PER_UNIT);
    this.#send = send;
  }

  /** Adds one of so many code units. */
  add(node: string, item: Item, units: number): void {
    const waiting = this.#waiting.get(node);
    if (waiting !== undefined && waiting.units + units <= this.#maxUnits()) {
      waiting.items.push(item);
      waiting.units += units;
      return;
    }
    if (waiting === undefined && this.#waiting.size === 0) afterTurn(() => this.flush());
    this.#waiting.set(node, { items: [item], units });
    if (waiting !== undefined) this.#send(node, waiting.items);
  }

  /** Sends what waits, now. */
  flush(): void {
    const waiting = this.#waiting;
    this.#waiting = new Map();
    for (const [node, { items }] of waiting) this.#send(node, items);
  }
}
