/** What {@link scanEvents} reads: a fetch body, a text stream, a Node `Readable`, a generator. */
export type EventStreamSource =
  | ReadableStream<Uint8Array>
  | ReadableStream<string>
  | AsyncIterable<Uint8Array | string>;

/** A source in use, whatever its kind. */
export interface ChunkSource {
  next(): Promise<IteratorResult<Uint8Array | string, unknown>>;
  /** Tells the source that nobody reads on, and lets go of it at once. */
  cancel(reason?: unknown): Promise<unknown>;
  /** Lets go of a source that has ended. */
  release?(): void;
}

/** Takes hold of a source; of a ReadableStream by its lock. */
export function openSource(source: EventStreamSource): ChunkSource {
  // Not the stream's own iterator, which Safari lacks.
  if ("getReader" in source) {
    const reader: ReadableStreamDefaultReader<Uint8Array | string> = source.getReader();
    const release = () => reader.releaseLock();
    return {
      next: () => reader.read(),
      cancel(reason) {
        const cancelled = reader.cancel(reason);
        release();
        return cancelled;
      },
      release,
    };
  }
  const iterator = source[Symbol.asyncIterator]();
  return { next: () => iterator.next(), cancel: async () => iterator.return?.() };
}
