// A real nginx in front of a server under test: a folder, a port and a process of its own, ended by its process id.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mainConfig } from "./config.ts";

/** How long nginx may take to start, to reload or to end, in ms. */
const PATIENCE_MS = 10_000;

/** A running nginx. */
export interface Nginx {
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly url: URL;
  /** Reads the configuration again: new workers take what comes, old ones finish what they have. */
  reload(): Promise<void>;
  /** Ends it at once, connections included; starts it again on the same port. */
  restart(): Promise<void>;
  /** Ends it, and removes its folder. */
  close(): Promise<void>;
}

/**
 * Starts Debian's nginx.
 *
 * @param http - what stands in the `http` block, for a server that listens on `127.0.0.1:port`.
 * @throws Error with nginx's own words when it does not start, or is not installed.
 */
export async function startNginx(http: (port: number) => string): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), "nginx-"));
  const log = join(folder, "error.log");
  const config = join(folder, "nginx.conf");
  const port = await freePort();
  await writeFile(config, mainConfig(folder, http(port)));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  let child: ChildProcess;
  try {
    child = await run(config, folder, log, port);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    async reload() {
      const workers = await startedWorkers(log);
      child.kill("SIGHUP");
      await poll(
        async () => (await startedWorkers(log)) > workers,
        () => "nginx did not start a new worker",
      );
    },
    async restart() {
      await end(child);
      child = await run(config, folder, log, port);
    },
    async close() {
      await end(child);
      await remove();
    },
  };
}

async function run(config: string, folder: string, log: string, port: number): Promise<ChildProcess> {
  // Debian has it where only root's PATH leads.
  const env = { ...process.env, PATH: `${process.env.PATH ?? ""}:/usr/sbin` };
  const child = spawn("nginx", ["-c", config, "-p", folder, "-e", log], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  let failed: Error | undefined;
  child.once("error", (cause) => {
    failed = new Error("nginx cannot be run; Debian's package is `nginx`", { cause });
  });
  try {
    await poll(
      async () => {
        if (failed !== undefined) throw failed;
        if (child.exitCode !== null) throw new Error(`nginx exits ${child.exitCode}: ${said}`);
        return accepts(port);
      },
      () => `nginx does not listen: ${said}`,
    );
  } catch (error) {
    await end(child);
    throw error;
  }
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}

async function startedWorkers(log: string): Promise<number> {
  return (await readFile(log, "utf8")).split("start worker process ").length - 1;
}

async function poll(condition: () => Promise<boolean>, failure: () => string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(failure());
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
