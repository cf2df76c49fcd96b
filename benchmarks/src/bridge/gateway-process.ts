// A gateway that runs: its time to the first event, its CPU time and memory, without those of its children.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

const DEADLINE_MS = 60_000;

export interface RunningGateway {
  readonly url: URL;
  /** From starting the process to the first endpoint event, in ms of the wall's clock. */
  readonly firstEventMs: number;
  /** CPU time of the process so far, in ms. */
  cpuMs(): number;
  /** Resident memory, in MB. */
  rssMb(): number;
  stop(): Promise<void>;
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

/** Starts a gateway, and waits for its first endpoint event. */
export async function startGateway(args: readonly string[], port: number): Promise<RunningGateway> {
  const from = performance.now();
  // A group of its own, so that whatever it leaves behind ends with it.
  const child = spawn(process.execPath, [...args], { stdio: "ignore", detached: true });
  const exited = once(child, "exit");
  const url = new URL(`http://127.0.0.1:${port}/sse`);
  let firstEventMs: number;
  try {
    await firstEvent(url, child);
    firstEventMs = performance.now() - from;
  } catch (error) {
    end(child);
    throw error;
  }
  return {
    url,
    firstEventMs,
    cpuMs: () => cpuMsOf(`/proc/${child.pid}/task`),
    rssMb: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    },
    async stop() {
      end(child);
      await exited;
    },
  };
}

/** Of all threads, in nanoseconds: `stat` counts in ticks of 10 ms, a tenth of a sample. */
function cpuMsOf(tasks: string): number {
  const spent = readdirSync(tasks).map((task) => readFileSync(`${tasks}/${task}/schedstat`, "utf8"));
  return spent.reduce((sum, text) => sum + Number(text.split(" ")[0]), 0) / 1e6;
}

function end({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** Asks again and again, with nothing of a client's own time in it. */
async function firstEvent({ port }: URL, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    if (await tryOnce(Number(port))) return;
    await delay(2);
  }
  throw new Error("the gateway did not begin");
}

function tryOnce(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(`GET /sse HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\n\r\n`);
    });
    let text = "";
    const settle = (seen: boolean): void => {
      socket.destroy();
      resolve(seen);
    };
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (/event: ?endpoint\r?\ndata: ?\S/.test(text)) settle(true);
    });
    socket.on("error", () => settle(false));
    socket.on("close", () => settle(false));
  });
}
