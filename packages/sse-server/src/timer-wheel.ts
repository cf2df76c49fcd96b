// One timer for the deadlines of all sessions: a wheel of slots, and a clock that only runs to the next slot in use.
//
//     slot   0   1   2   3  …  63
//            │   │       └ tasks due in its 1/64 of a turn (or in a later turn of the same slot)
//            now └ the one timer is set to the next slot that holds a task
//
// 10 000 sessions hold 10 000 entries and one timer; no sessions, no timer.

const SLOTS = 64;

/** Slots are never longer than this, in ms: deadlines are kept to within one of them. */
const MAX_SLOT_MS = 250;

/**
 * So many tasks run before others have their turn of the event loop: a task may write to a socket, which takes some 20 us,
 * and thousands of sessions may have been opened in one second.
 */
const MAX_TASKS_PER_TURN = 256;

/** Something to be done when it is due; `run` returns when it is due next, in ms of the same clock. */
export interface WheelTask {
  /** Kept by the one wheel that it is in: when it is due. Here, because a table of thousands would take more room. */
  dueAt?: number | undefined;
  run(now: number): number;
}

/**
 * Runs tasks when they are due, late by at most one slot, and by the turns that others get between hundreds of them. A task
 * due at `Infinity` waits until it is moved.
 */
export class TimerWheel {
  /** The length of a slot, in ms. */
  readonly slotMs: number;
  readonly #slots: Set<WheelTask>[] = Array.from({ length: SLOTS }, () => new Set());
  #size = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wakeAt = Infinity;
  #waiting = 0;

  /** @param periodMs - the shortest period or timeout that matters, in ms: a turn takes no longer. */
  constructor(periodMs: number) {
    this.slotMs = slotMsOf(periodMs);
  }

  /** The number of tasks. */
  get size(): number {
    return this.#size;
  }

  /** The wheel's clock, in whole ms: V8 keeps a small integer where it is, and a fraction in an object of its own. */
  now(): number {
    return Math.floor(performance.now());
  }

  /** Adds a task, or moves it. */
  set(task: WheelTask, dueAt: number): void {
    this.#take(task);
    // The clock starts at 0: what was due before that is due at once.
    const due = Math.max(Math.ceil(dueAt), 0);
    if (task.dueAt === undefined) this.#size++;
    task.dueAt = due;
    if (due === Infinity) return;
    this.#slotOf(due).add(task);
    this.#waiting++;
    if (due < this.#wakeAt) this.#wake(due);
  }

  /** Removes a task; the last one takes the timer with it. */
  delete(task: WheelTask): void {
    if (task.dueAt === undefined) return;
    this.#take(task);
    task.dueAt = undefined;
    this.#size--;
    if (this.#waiting === 0) this.#stop();
  }

  #take(task: WheelTask): void {
    const due = task.dueAt;
    if (due !== undefined && due !== Infinity && this.#slotOf(due).delete(task)) this.#waiting--;
  }

  #slotOf(due: number): Set<WheelTask> {
    const slot = this.#slots[Math.floor(due / this.slotMs) % SLOTS];
    if (slot === undefined) throw new RangeError("a deadline must be a number of ms");
    return slot;
  }

  #wake(due: number): void {
    clearTimeout(this.#timer);
    // At the end of the slot: everything in it is due then.
    this.#wakeAt = (Math.floor(due / this.slotMs) + 1) * this.slotMs;
    this.#timer = setTimeout(this.#turn, Math.max(0, this.#wakeAt - this.now()));
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#wakeAt = Infinity;
  }

  #turn = (): void => {
    const now = this.now();
    const reached = Math.floor(this.#wakeAt / this.slotMs);
    this.#stop();
    const last = Math.floor(now / this.slotMs);
    // After a stall of the event loop several slots are due, at most all of them.
    let left = MAX_TASKS_PER_TURN;
    for (let slot = Math.max(reached - 1, last - SLOTS); slot <= last; slot++) {
      for (const task of this.#slots[slot % SLOTS] ?? []) {
        if (task.dueAt === undefined || task.dueAt > now) continue;
        if (left-- === 0) {
          this.#stop();
          this.#wakeAt = (slot + 1) * this.slotMs;
          this.#timer = setTimeout(this.#turn, 0);
          return;
        }
        const next = task.run(now);
        // It may have removed itself. Never due in this turn again, whatever it says.
        if (task.dueAt !== undefined) this.set(task, Math.max(next, now + 1));
      }
    }
    this.#wakeForNext(last);
  };

  #wakeForNext(from: number): void {
    if (this.#waiting === 0) return;
    for (let ahead = 0; ahead < SLOTS; ahead++) {
      if ((this.#slots[(from + ahead) % SLOTS]?.size ?? 0) === 0) continue;
      const due = (from + ahead) * this.slotMs;
      if (due < this.#wakeAt) this.#wake(due);
      return;
    }
  }
}

/** How fine the wheel of such a period is, in ms. */
export function slotMsOf(periodMs: number): number {
  return Math.min(Math.max(periodMs / SLOTS, 1), MAX_SLOT_MS);
}
