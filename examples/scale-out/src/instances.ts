// The three instances, each on a port that it keeps when it is started again.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { endProcess, endWithThis, freePort, sleep } from "./processes.ts";

/** How long an instance may take to be ready, in ms: to listen, to reach the broker, to have its inbox confirmed. */
const READY_MS = 10_000;

/** Compiled, wherever this file runs from. */
const PROGRAM = fileURLToPath(new URL("../dist/instance.js", import.meta.url));

/** What all instances are given. */
export interface InstanceSettings {
  readonly busUrl: string;
  readonly secret: string;
}

/** One instance. */
export interface Instance {
  readonly port: number;
  /** Starts it; settles when it is ready. */
  start(): Promise<void>;
  /** Ends it; settles when its process is gone. */
  stop(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Settles when /readyz says so. */
  ready(): Promise<void>;
}

/** Makes an instance, which is not started yet. */
export async function createInstance({ busUrl, secret }: InstanceSettings): Promise<Instance> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const instance: Instance = {
    port,
    async start() {
      const env = { ...process.env, PORT: `${port}`, BUS_URL: busUrl, SECRET: secret };
      child = spawn(process.execPath, [PROGRAM], { env, stdio: ["ignore", "ignore", "inherit"] });
      endWithThis(child);
      await once(child, "spawn");
      await instance.ready();
    },
    async stop(signal) {
      if (child !== undefined) await endProcess(child, signal);
    },
    async ready() {
      const deadline = performance.now() + READY_MS;
      while (!(await isReady(port))) {
        if (performance.now() > deadline) throw new Error("an instance did not become ready");
        await sleep(20);
      }
    },
  };
  return instance;
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: "close" } })).ok;
  } catch {
    return false;
  }
}
