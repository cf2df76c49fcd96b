// The processes that live: so that none outlives this one, however it ends.

import type { ChildObserver } from "@mcp-sse/bridge";

/** Keeps count of children. */
export interface LiveProcesses {
  /** An observer that also counts. */
  watching(observer: ChildObserver): ChildObserver;
  /** Ends them all at once, synchronously. */
  kill(): void;
}

/** Begins to count. */
export function liveProcesses(): LiveProcesses {
  const live = new Set<number>();
  return {
    watching: (observer) => ({
      ...observer,
      started(event) {
        if (event.child.pid !== undefined) live.add(event.child.pid);
        observer.started?.(event);
      },
      ended(event) {
        if (event.child.pid !== undefined) live.delete(event.child.pid);
        observer.ended?.(event);
      },
    }),
    kill() {
      for (const pid of live) {
        try {
          // Its group; Windows has none, and ends the process alone.
          process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
        } catch {
          // It has ended meanwhile.
        }
      }
    },
  };
}
