import type { Scope } from "./fault.ts";

/** A {@link Scope}, and how to end it. */
export interface OpenScope extends Scope {
  end(): void;
}

/** Opens a scope. Its timers are gone when it is over. */
export function openScope(): OpenScope {
  const wakers = new Map<() => void, ReturnType<typeof setTimeout>>();
  let over = false;
  let settle!: () => void;
  const ended = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return {
    get over() {
      return over;
    },
    ended,
    sleep(ms) {
      if (over) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = (): void => {
          wakers.delete(wake);
          resolve();
        };
        wakers.set(wake, setTimeout(wake, Math.max(0, ms)));
      });
    },
    end() {
      if (over) return;
      over = true;
      for (const [wake, timer] of wakers) {
        clearTimeout(timer);
        wake();
      }
      settle();
    },
  };
}
