/** A signal that nobody aborts, and that counts who listens to it. */
export interface WatchedSignal {
  readonly signal: AbortSignal;
  /** Listeners that were added and not removed. */
  readonly listeners: number;
}

/** Creates a long-lived signal whose listeners can be counted, on any runtime. */
export function createWatchedSignal(): WatchedSignal {
  const { signal } = new AbortController();
  const listening = new Set<unknown>();
  // Counted and not added: nothing would call them, and Node warns of a signal that has many.
  signal.addEventListener = (
    _type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) => {
    listening.add(listener);
    // A listener can also be removed by a signal of its own.
    if (typeof options === "object") {
      options.signal?.addEventListener("abort", () => listening.delete(listener), { once: true });
    }
  };
  signal.removeEventListener = (_type: string, listener: EventListenerOrEventListenerObject) => {
    listening.delete(listener);
  };
  return {
    signal,
    get listeners() {
      return listening.size;
    },
  };
}
