import type { Fault, FaultyLink, Treatment } from "./fault.ts";

/** Ends the connection, with FIN or RST, after `ms` in which no byte passed either way: a balancer's idle timeout. */
export function cutIdle(ms: number, how: "end" | "reset" = "end"): Fault {
  const lastHeard = new WeakMap<FaultyLink, number>();
  const listen = (link: FaultyLink): Treatment => ({
    bytes(piece, pass) {
      lastHeard.set(link, performance.now());
      return pass(piece);
    },
  });
  return {
    name: `idle cut after ${ms} ms, by ${how === "end" ? "FIN" : "RST"}`,
    up: listen,
    down: listen,
    begin(link) {
      lastHeard.set(link, performance.now());
      void watch(link);
    },
  };

  async function watch(link: FaultyLink): Promise<void> {
    while (!link.scope.over) {
      await link.scope.sleep((lastHeard.get(link) ?? 0) + ms - performance.now());
      // A timer that runs late, because this process was busy, runs before what came meanwhile.
      await new Promise(setImmediate);
      if (!link.scope.over && performance.now() - (lastHeard.get(link) ?? 0) >= ms) return link[how]();
    }
  }
}
