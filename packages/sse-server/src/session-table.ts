// The sessions of one handler: those that POSTs can reach, and those whose stream still drains.

import type { RefusalName } from "./refusal.ts";
import type { ServerSession } from "./server-session.ts";

/** How many sessions a handler takes. */
export interface Capacity {
  readonly maxSessions: number;
  readonly maxSessionsPerPrincipal: number;
}

/** The map behind one handler. */
export class SessionTable {
  readonly #capacity: Capacity;
  readonly #byId = new Map<string, ServerSession>();
  readonly #byPrincipal = new Map<string, number>();
  readonly #streams = new Set<ServerSession>();

  constructor(capacity: Capacity) {
    this.#capacity = capacity;
  }

  /** Sessions that POSTs can reach. */
  get size(): number {
    return this.#byId.size;
  }

  /** Sessions whose stream is open, those that only drain included. */
  get streams(): Iterable<ServerSession> {
    return this.#streams;
  }

  get(id: string): ServerSession | undefined {
    return this.#byId.get(id);
  }

  values(): IterableIterator<ServerSession> {
    return this.#byId.values();
  }

  /** What refuses one more session of a principal. Whoever has no principal is bounded by the total alone. */
  fullFor(principal: string | undefined): RefusalName | undefined {
    const { maxSessions, maxSessionsPerPrincipal } = this.#capacity;
    // Streams that drain hold memory all the same.
    if (this.#streams.size >= maxSessions) return "TOO_MANY_SESSIONS";
    if (principal === undefined) return undefined;
    const own = this.#byPrincipal.get(principal) ?? 0;
    return own >= maxSessionsPerPrincipal ? "TOO_MANY_SESSIONS_OF_PRINCIPAL" : undefined;
  }

  /** Adds a session; its stream is counted until it is dropped. */
  add(session: ServerSession): void {
    this.#byId.set(session.id, session);
    this.#streams.add(session);
    this.#count(session.principal, 1);
  }

  /** From now on the session is unknown. */
  remove(session: ServerSession): void {
    if (this.#byId.delete(session.id)) this.#count(session.principal, -1);
  }

  /** Its stream has ended. */
  drop(session: ServerSession): void {
    this.#streams.delete(session);
  }

  #count(principal: string | undefined, change: 1 | -1): void {
    if (principal === undefined) return;
    const count = (this.#byPrincipal.get(principal) ?? 0) + change;
    if (count === 0) this.#byPrincipal.delete(principal);
    else this.#byPrincipal.set(principal, count);
  }
}
