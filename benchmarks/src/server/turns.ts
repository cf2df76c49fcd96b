// What one turn of the event loop takes at most.

import { readFileSync } from "node:fs";

/** Looked at this often, in ms: shorter turns do not matter. */
const TICK_MS = 5;

/** The longest of them since the last question, in ms. */
export interface LongestTurn {
  /** On the wall: what others of the machine took is in it. */
  readonly wall: number;
  /** CPU of the thread of the loop alone: what V8's helpers collect beside it holds nobody up. */
  readonly cpu: number;
}

/** Watches from the first question on. */
export class Turns {
  #longest: LongestTurn = { wall: 0, cpu: 0 };
  #wall = performance.now();
  #cpu = threadCpuMs();
  #timer: ReturnType<typeof setInterval> | undefined;

  longest(): LongestTurn {
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref();
    const longest = this.#longest;
    this.#longest = { wall: 0, cpu: 0 };
    this.#wall = performance.now();
    this.#cpu = threadCpuMs();
    return longest;
  }

  #tick(): void {
    const [wall, cpu] = [performance.now(), threadCpuMs()];
    this.#longest = {
      wall: Math.max(this.#longest.wall, wall - this.#wall - TICK_MS),
      cpu: Math.max(this.#longest.cpu, cpu - this.#cpu),
    };
    this.#wall = wall;
    this.#cpu = cpu;
  }
}

/** CPU time of the main thread, which has the process's ID; where the system does not tell, that of the process. */
function threadCpuMs(): number {
  try {
    const [ns = ""] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "latin1").split(" ");
    return Number(ns) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}
