// Whether the own inbox is alive: it is asked, again and again, and has to answer.
//
//     down ── connected, probe answered ──▶ up ── an answer is overdue ──▶ degraded ── another ──▶ down
//      ▲                                     ◀─────────── answered ──────────┴─────────────────────┘
//      └──────────── connection lost ────────┘

/** How often the inbox is asked, and how long it may take, in ms: recovery within 1 s needs no more. */
const PROBE_MS = 1_000;

/** While it does not answer it is asked as often, in ms. */
const PROBE_AGAIN_MS = 250;

/** Keeps the health of a bus. */
export class InboxWatch {
  readonly #probe: () => Promise<void>;
  readonly #reopen: () => void;
  /** Settles with its end. */
  readonly stopped: Promise<void>;
  #settleStopped!: () => void;
  #connected = false;
  #stopped = false;
  #answered = false;
  #missed = 0;
  #underway = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: (() => void)[] = [];

  /**
   * @param probe - asks the own inbox; settles when the broker has the question.
   * @param reopen - opens the inbox again.
   */
  constructor(probe: () => Promise<void>, reopen: () => void) {
    this.#probe = probe;
    this.#reopen = reopen;
    this.stopped = new Promise((resolve) => {
      this.#settleStopped = resolve;
    });
  }

  get health(): "up" | "degraded" | "down" {
    if (!this.#connected || !this.#answered) return "down";
    return this.#missed === 0 ? "up" : this.#missed === 1 ? "degraded" : "down";
  }

  /** Settles when the inbox has answered, or never will. */
  up(): Promise<void> {
    if (this.#stopped || this.health === "up") return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The connection is there: the inbox is asked at once. */
  connected(): void {
    this.#connected = true;
    this.#answered = false;
    this.#missed = 0;
    this.#ask();
  }

  /** The connection is lost. */
  disconnected(): void {
    this.#connected = false;
    clearTimeout(this.#timer);
  }

  /** For good. */
  stop(): void {
    this.#stopped = true;
    this.#settleStopped();
    this.disconnected();
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** The inbox has answered. */
  answered(): void {
    if (!this.#connected) return;
    this.#answered = true;
    this.#missed = 0;
    for (const resolve of this.#waiting.splice(0)) resolve();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), PROBE_MS);
  }

  #ask(): void {
    clearTimeout(this.#timer);
    // A broker that stands still is not sent one question after the other.
    if (!this.#underway) {
      this.#underway = true;
      const done = (): void => {
        this.#underway = false;
      };
      this.#probe().then(done, done);
    }
    this.#timer = setTimeout(() => this.#due(), this.#missed === 0 ? PROBE_MS : PROBE_AGAIN_MS);
  }

  /** After a pause of this process the answer may lie in the socket: it is read before anything is concluded. */
  #due(): void {
    this.#timer = setTimeout(() => {
      this.#missed++;
      this.#reopen();
      this.#ask();
    });
  }
}
