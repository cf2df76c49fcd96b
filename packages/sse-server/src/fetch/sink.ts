// One event stream as the body of a Response.

import type { Chunk, EventSink, SinkEvents } from "../exchange.ts";
import { joinChunks } from "../join-chunks.ts";
import { MAX_JOINED_BYTES } from "../limits.ts";
import { concat } from "./body.ts";

const encoder = new TextEncoder();

/** Chunks are encoded when they are written: their size is exact, and joining them is copying. */
export class FetchSink implements EventSink {
  readonly #signal: AbortSignal;
  readonly #events: SinkEvents;
  readonly #resolve: (response: Response) => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #over = false;

  constructor(signal: AbortSignal, events: SinkEvents, resolve: (response: Response) => void) {
    this.#signal = signal;
    this.#events = events;
    this.#resolve = resolve;
    // Some platforms abort the signal when the client leaves, some cancel the body, some do both.
    signal.addEventListener("abort", this.#onAbort, { once: true });
    if (signal.aborted) queueMicrotask(this.#onAbort);
  }

  encode(text: string): Uint8Array {
    return encoder.encode(text);
  }

  byteLength(chunk: Chunk): number {
    return chunk.length;
  }

  start(headers: Readonly<Record<string, string>>, first: Chunk): boolean {
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#events.onDrain(),
        cancel: () => this.#broken(),
      },
      { highWaterMark: MAX_JOINED_BYTES, size: (chunk) => chunk.byteLength },
    );
    const hasRoom = this.write([first]);
    this.#resolve(new Response(body, { status: 200, headers: { ...headers } }));
    return hasRoom;
  }

  write(chunks: readonly Chunk[]): boolean {
    const controller = this.#controller;
    if (this.#over || controller === undefined) return false;
    const bytes = chunks.map((chunk) => (typeof chunk === "string" ? encoder.encode(chunk) : chunk));
    for (const chunk of joinChunks(bytes, join)) controller.enqueue(chunk);
    return (controller.desiredSize ?? 0) > 0;
  }

  defer(flush: () => void): void {
    // A microtask would break the batch of a loop that awaits each write.
    this.turn(flush);
  }

  turn(callback: () => void): void {
    const { setImmediate } = globalThis as { setImmediate?: (callback: () => void) => unknown };
    if (setImmediate === undefined) setTimeout(callback, 0);
    else setImmediate(callback);
  }

  pendingBytes(): undefined {
    return undefined;
  }

  end(): void {
    if (!this.#leave()) return;
    this.#controller?.close();
    this.#events.onFinish();
  }

  abort(): void {
    if (this.#leave()) this.#controller?.error(new Error("the event stream was cut"));
  }

  readonly #onAbort = (): void => {
    if (this.#over) return;
    this.#broken();
    // Not an error: nobody reads it any more, and some platforms would print it.
    this.#controller?.close();
  };

  #broken(): void {
    if (this.#leave()) this.#events.onBroken("peer");
  }

  #leave(): boolean {
    if (this.#over) return false;
    this.#over = true;
    this.#signal.removeEventListener("abort", this.#onAbort);
    return true;
  }
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  return concat(
    chunks,
    chunks.reduce((sum, { byteLength }) => sum + byteLength, 0),
  );
}
