// Where sessions get their children from: one that was started ahead, or a new one. Each serves one session.

import type { SseSession } from "@mcp-sse/sse-server";
import { StdioChild } from "./child.ts";
import type { ResolvedCommand } from "./command.ts";
import { tell } from "./observer.ts";
import type { ChildSettings } from "./options.ts";

/** How long a child that ended while it waited is not replaced, in ms: doubled each time in a row. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Starts children, and knows all that live. */
export class ChildPool {
  readonly #command: ResolvedCommand;
  readonly #settings: ChildSettings;
  readonly #children = new Set<StdioChild>();
  readonly #warm = new Set<StdioChild>();
  #count = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #pause: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(command: ResolvedCommand, settings: ChildSettings) {
    this.#command = command;
    this.#settings = settings;
    this.#refill();
  }

  /** Whether a child waits for a session. */
  get hasWarm(): boolean {
    for (const { isAlive } of this.#warm) if (isAlive) return true;
    return false;
  }

  /** A child for a session. It may have failed to start: its connection then says so. */
  take(session: SseSession): StdioChild {
    const [warm] = [...this.#warm].filter(({ isAlive }) => isAlive);
    const child = warm ?? this.#start();
    child.session = session;
    tell(this.#settings.childObserver, "taken", { child });
    if (warm !== undefined) {
      this.#warm.delete(warm);
      this.#pauseMs = FIRST_PAUSE_MS;
      // After the session's own beginning.
      setImmediate(() => this.#refill());
    }
    return child;
  }

  /** Starts no child any more, and has all of them end: those that wait, and those that serve. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#pause);
    for (const child of this.#children) void child.connection.close();
  }

  /** Settles when every child has ended; those that live at the deadline are killed. */
  async ended(deadlineMs: number): Promise<void> {
    const timer =
      deadlineMs === Number.POSITIVE_INFINITY
        ? undefined
        : setTimeout(() => {
            for (const child of this.#children) child.kill();
          }, deadlineMs);
    await Promise.all([...this.#children].map(({ ended }) => ended));
    clearTimeout(timer);
  }

  #start(): StdioChild {
    this.#count += 1;
    const child = new StdioChild(this.#count, this.#command, this.#settings);
    this.#children.add(child);
    void child.ended.then(() => {
      this.#children.delete(child);
      if (this.#warm.delete(child)) this.#refillLater();
    });
    return child;
  }

  #refill(): void {
    if (this.#isClosed || this.#pause !== undefined) return;
    while (this.#warm.size < this.#settings.warm) this.#warm.add(this.#start());
  }

  #refillLater(): void {
    if (this.#isClosed || this.#pause !== undefined) return;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.#refill();
    }, this.#pauseMs);
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
  }
}
