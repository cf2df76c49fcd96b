import { after } from "./timer.ts";

/** Watches for silence; pauses while nobody listens. */
export interface IdleWatch {
  /** Something was heard. */
  heard(): void;
  pause(): void;
  resume(): void;
}

/**
 * Calls back after `ms` without `heard`, once. It begins as if something had just been heard.
 *
 * One timer serves any number of calls of `heard`. When it runs late, because this process was busy, what came
 * meanwhile is heard first.
 */
export function watchIdle(ms: number, onIdle: () => void): IdleWatch {
  let last = performance.now();
  let cancel: () => void = () => {};

  function check(): void {
    const checked = last;
    const left = last + ms - performance.now();
    // A last chance for what came meanwhile.
    cancel = left > 0 ? after(left, check) : after(0, () => (last === checked ? onIdle() : check()));
  }

  function resume(): void {
    last = performance.now();
    cancel();
    cancel = after(ms, check);
  }

  resume();
  return {
    heard() {
      last = performance.now();
    },
    pause: () => cancel(),
    resume,
  };
}
