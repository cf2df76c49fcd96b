// Owners whose clock is asked for, while deliveries wait for it.

/** A hello that was not answered by then is said again by who comes next, in ms. */
const AGAIN_MS = 250;

const PREFIX = "hello.";

interface Greeting {
  waiting: number;
  said: number;
}

/** Says hello to owners, once for all that wait. */
export class Greetings {
  readonly #say: (owner: string, id: string) => void;
  readonly #greetings = new Map<string, Greeting>();

  /** @param say - sends a hello. */
  constructor(say: (owner: string, id: string) => void) {
    this.#say = say;
  }

  /** The owner to whom a hello of that ID was said. */
  ownerOf(id: string): string | undefined {
    return id.startsWith(PREFIX) ? id.slice(PREFIX.length) : undefined;
  }

  /** One more waits for the clock of an owner, who is asked. */
  wait(owner: string): void {
    const now = performance.now();
    const greeting = this.#greetings.get(owner) ?? { waiting: 0, said: -Infinity };
    this.#greetings.set(owner, greeting);
    greeting.waiting++;
    if (now - greeting.said < AGAIN_MS) return;
    greeting.said = now;
    this.#say(owner, PREFIX + owner);
  }

  /** One waits no longer. */
  leave(owner: string): void {
    const greeting = this.#greetings.get(owner);
    if (greeting !== undefined && --greeting.waiting === 0) this.#greetings.delete(owner);
  }

  /** Whether anybody waits for an owner. */
  has(owner: string): boolean {
    return this.#greetings.has(owner);
  }
}
