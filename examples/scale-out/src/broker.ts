// The broker of a run: Debian's Redis or NATS on a free port, with nothing kept on disk.

import type { ChildProcess } from "node:child_process";
import { endProcess, freePort, startListening } from "./processes.ts";

/** The brokers that there is a bus for. */
export const BROKERS = ["redis", "nats"] as const;
export type BrokerName = (typeof BROKERS)[number];

/** A broker that runs. */
export interface Broker {
  readonly url: string;
  /** Its process now; another one after `start`. */
  readonly pid: number;
  /** Kills it, as a machine that loses its power. */
  kill(): Promise<void>;
  /** Starts it again, on the same port. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Starts one. */
export async function startBroker(name: BrokerName): Promise<Broker> {
  const port = await freePort();
  let child = await run(name, port);
  return {
    url: `${name}://127.0.0.1:${port}`,
    get pid() {
      return child.pid ?? 0;
    },
    kill: () => endProcess(child, "SIGKILL"),
    async start() {
      child = await run(name, port);
    },
    close: () => endProcess(child, "SIGTERM"),
  };
}

function run(name: BrokerName, port: number): Promise<ChildProcess> {
  return name === "redis"
    ? startListening(
        "redis-server",
        ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
        port,
      )
    : startListening("nats-server", ["--addr", "127.0.0.1", "--port", `${port}`], port);
}
