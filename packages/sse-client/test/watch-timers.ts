import { onTestFinished, vi } from "vitest";
import { isNodeHttp } from "./peer/platform.ts";

/** Tells how many timers there are more than when it was called: those of the client, on any runtime. */
export function watchTimers(): () => number {
  const set = new Set<unknown>();
  const { setTimeout, clearTimeout } = globalThis;
  const start = ((run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    const timer: unknown = setTimeout(() => {
      set.delete(timer);
      run(...args);
    }, ms);
    // Not those of a runtime's own modules, which some set in the same way.
    if (new Error().stack?.includes("/sse-client/src/") === true) set.add(timer);
    return timer;
  }) as typeof setTimeout;
  const spies = [
    vi.spyOn(globalThis, "setTimeout").mockImplementation(start),
    vi.spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
      set.delete(timer);
      clearTimeout(timer);
    }),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  const before = ofProcess();
  // The process' own fetch keeps time for its idle sockets, for some seconds.
  return () => Math.max(set.size, ofProcess() - before - 2);
}

/** Timers that keep this process alive: those of its own modules, too, where it tells. */
function ofProcess(): number {
  return isNodeHttp ? process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length : 0;
}
