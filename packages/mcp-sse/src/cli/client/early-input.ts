// What a host says before there is anybody to say it to. It is read and kept, because only who reads sees the end.

import { Readable } from "node:stream";

/** Bytes kept; a host that writes more waits, and its end is seen when these have been handed on. */
const MAX_BYTES = 1024 * 1024;

/**
 * How long a connection may take to come for what was written before stdin ended, in ms: a script writes its
 * requests and closes. Hosts end a process that lives on with a signal, after 2 s and more.
 */
const GRACE_MS = 1_000;

const ENDS = ["end", "error", "close"] as const;

/** Reads a host's pipe until there is a connection. */
export class EarlyInput {
  readonly #stdin: Readable;
  readonly #left = new AbortController();
  readonly #held: Buffer[] = [];
  #bytes = 0;
  #isOver = false;
  #grace: NodeJS.Timeout | undefined;

  constructor(stdin: Readable) {
    this.#stdin = stdin;
    stdin.on("data", this.#onData);
    for (const event of ENDS) stdin.on(event, this.#onEnd);
  }

  /** Aborted when nobody waits for a connection any more: at once, or a moment after what is left unsent. */
  get left(): AbortSignal {
    return this.#left.signal;
  }

  /** What was written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The connection is not waited for any more. */
  leave(): void {
    this.#left.abort();
  }

  /** Lets go of the pipe. @returns what reads as the pipe would, had nobody read it. */
  release(): Readable {
    clearTimeout(this.#grace);
    this.#stdin.off("data", this.#onData);
    for (const event of ENDS) this.#stdin.off(event, this.#onEnd);
    const held = Buffer.concat(this.#held.splice(0));
    if (this.#isOver) return Readable.from([held], { objectMode: false });
    if (held.length > 0) this.#stdin.unshift(held);
    return this.#stdin.resume();
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#held.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes >= MAX_BYTES) this.#stdin.pause();
  };

  readonly #onEnd = (): void => {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#bytes === 0) this.leave();
    else this.#grace = setTimeout(() => this.leave(), GRACE_MS);
  };
}
