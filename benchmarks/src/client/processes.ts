// The processes of a measurement: a server, and one for each client. All of them end with this one.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

/**
 * How a server writes the messages of a flood. `joined`: 64 KiB of them in a write. `burst`: each with a write of its own, as the
 * SDK's servers do, and a hundred per tick. `turn`: the same, one per turn of the loop. `alone`: a millisecond apart.
 */
export type Written = "joined" | "burst" | "turn" | "alone";

/** What a client is told to do. */
export interface Work {
  readonly kind: "call" | "receive";
  readonly count: number;
  /** Of calls: how many at a time. */
  readonly inFlight?: number;
  /** Of messages that are received: the size of each, and how they are written. */
  readonly bytes?: number;
  readonly written?: Written;
}

/** What it took. */
export interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** A client that can be told to work. */
export interface Worker {
  readonly name: string;
  work(work: Work): Promise<Cost>;
  stop(): void;
}

export async function startServer(): Promise<{ url: string; stop(): void }> {
  const child = fork(new URL("server.js", import.meta.url));
  const { url } = (await next(child)) as { url: string };
  return { url, stop: () => child.disconnect() };
}

export async function startWorker(name: string, url: string): Promise<Worker> {
  // Without warnings: there is one for each listener that the SDK leaves on its signal, from the 1500th send on.
  const execArgv = ["--no-warnings"];
  const child = fork(new URL("worker.js", import.meta.url), [name, url], { execArgv });
  await next(child);
  return {
    name,
    async work(work) {
      child.send(work);
      return (await next(child)) as Cost;
    },
    stop: () => child.disconnect(),
  };
}

async function next(child: ChildProcess): Promise<unknown> {
  const gone = new AbortController();
  const [message] = await Promise.race([
    once(child, "message", { signal: gone.signal }),
    once(child, "exit", { signal: gone.signal }).then(([code]) => {
      throw new Error(`a process of the measurement ended with ${code}`);
    }),
  ]).finally(() => gone.abort());
  return message;
}
