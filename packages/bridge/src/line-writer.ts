// The writing half of a line connection: in order, and never more than one message past what the pipe takes.

import type { Writable } from "node:stream";
import { listenForAbort } from "@mcp-sse/jsonrpc";

interface Waiting {
  readonly text: string;
  resolve(): void;
  reject(reason: unknown): void;
}

/** Writes lines to a pipe; while it is full, they wait. */
export class LineWriter {
  readonly #writable: Writable;
  #isFull = false;
  #waiting: Waiting[] = [];
  #onFlushed: (() => void)[] = [];

  /** @param onEnd - called once: nothing more can be written. */
  constructor(writable: Writable, onEnd: (error: unknown) => void) {
    this.#writable = writable;
    writable.on("drain", () => this.#onDrain());
    writable.on("error", onEnd);
    writable.once("close", () => onEnd(undefined));
  }

  /** Hands a line over, or waits until the pipe has room; an abort takes a waiting line back. */
  write(line: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.#isFull) return this.#wait(line, signal);
    this.#isFull = !this.#writable.write(line);
    return Promise.resolve();
  }

  /** Settles when nothing waits any more, or after `timeoutMs`. */
  flush(timeoutMs: number): Promise<void> {
    if (this.#waiting.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#onFlushed.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Drops what waits. */
  fail(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    this.#flushed();
  }

  /** No line comes any more. */
  end(): void {
    this.#writable.end();
  }

  #onDrain(): void {
    this.#isFull = false;
    while (!this.#isFull) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      this.#isFull = !this.#writable.write(next.text);
      next.resolve();
    }
    this.#flushed();
  }

  #flushed(): void {
    if (this.#waiting.length > 0) return;
    for (const resolve of this.#onFlushed.splice(0)) resolve();
  }

  #wait(text: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        text,
        resolve() {
          stopListening();
          resolve();
        },
        reject(reason) {
          stopListening();
          reject(reason);
        },
      };
      const stopListening = listenForAbort(signal, (reason) => {
        this.#waiting = this.#waiting.filter((other) => other !== entry);
        reject(reason);
        this.#flushed();
      });
      this.#waiting.push(entry);
    });
  }
}
