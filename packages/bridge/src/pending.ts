// The requests of one side that the other has not answered.

import type { JsonRpcId } from "@mcp-sse/jsonrpc";

/** Characters of string ids that one side may have in flight: an id can be as long as a message. */
const MAX_ID_CHARACTERS = 1024 * 1024;

/** Ids in flight, in one direction. Bounded, so that a peer cannot fill memory by asking. */
export class PendingIds {
  readonly #limit: number;
  /** How often each is in flight: a peer that reuses an id too early gets as many answers as it asked. */
  readonly #counts = new Map<JsonRpcId, number>();
  /** Answered in the other side's place: what it says to them later is dropped. */
  readonly #answered = new Set<JsonRpcId>();
  readonly #onEmpty: () => void;
  #characters = 0;
  #size = 0;

  /** @param onEmpty - the last one in flight was answered. */
  constructor(limit: number, onEmpty: () => void = () => {}) {
    this.#limit = limit;
    this.#onEmpty = onEmpty;
  }

  get size(): number {
    return this.#size;
  }

  has(id: JsonRpcId): boolean {
    return this.#counts.has(id);
  }

  /** Notes a request; false when there is no room for it. */
  add(id: JsonRpcId): boolean {
    const characters = this.#characters + lengthOf(id);
    if (this.#size >= this.#limit || characters > MAX_ID_CHARACTERS) return false;
    this.#answered.delete(id);
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
    this.#characters = characters;
    this.#size += 1;
    return true;
  }

  /** An answer came, or nobody waits for one any more. False for an answer that must be dropped. */
  settle(id: JsonRpcId): boolean {
    const count = this.#counts.get(id);
    if (count === undefined) return !this.#answered.delete(id);
    if (count > 1) this.#counts.set(id, count - 1);
    else this.#counts.delete(id);
    this.#characters -= lengthOf(id);
    this.#size -= 1;
    if (this.#size === 0) this.#onEmpty();
    return true;
  }

  /** Takes every id out, as often as it is in flight, to be answered by whoever calls. */
  takeAll(): JsonRpcId[] {
    const ids = [...this.#counts].flatMap(([id, count]) => Array.from({ length: count }, () => id));
    this.#answered.clear();
    for (const id of this.#counts.keys()) this.#answered.add(id);
    this.#counts.clear();
    this.#characters = 0;
    this.#size = 0;
    if (ids.length > 0) this.#onEmpty();
    return ids;
  }
}

function lengthOf(id: JsonRpcId): number {
  return typeof id === "string" ? id.length : 0;
}
