// The processes of the example: each on a free port of loopback, each ended by its process id.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";

/** How long a process may take to listen, in ms. */
const START_MS = 10_000;

/** Whoever is interrupted leaves nothing behind. */
const live = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of live) child.kill();
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

/** Has a process end with this one. */
export function endWithThis(child: ChildProcess): void {
  live.add(child);
  child.once("exit", () => live.delete(child));
}

/** Starts a process and waits until its port takes connections. */
export async function startListening(
  file: string,
  args: readonly string[],
  port: number,
): Promise<ChildProcess> {
  // Debian has brokers and proxies where only root's PATH leads.
  const env = { ...process.env, PATH: `${process.env.PATH ?? ""}:/usr/sbin` };
  const child = spawn(file, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  endWithThis(child);
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said = (said + chunk).slice(-2_000);
  });
  let failure: Error | undefined;
  child.once("error", (cause) => {
    failure = new Error(`${file} cannot be started; Debian has a package of its name`, { cause });
  });
  const deadline = performance.now() + START_MS;
  while (!(await accepts(port))) {
    if (child.exitCode !== null) failure ??= new Error(`${file} exits ${child.exitCode}: ${said}`);
    if (performance.now() > deadline) failure ??= new Error(`${file} does not listen: ${said}`);
    if (failure !== undefined) {
      await endProcess(child, "SIGKILL");
      throw failure;
    }
    await sleep(10);
  }
  return child;
}

/** Ends a process; settles when it is gone. */
export async function endProcess(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
