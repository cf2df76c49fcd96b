// `@modelcontextprotocol/server-everything` in its own `sse` mode, as a child process on a free port.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { createInterface } from "node:readline";

export interface Everything {
  readonly url: URL;
  close(): Promise<void>;
}

export async function startEverything(): Promise<Everything> {
  const port = await freePort();
  const path = createRequire(import.meta.url).resolve(
    "@modelcontextprotocol/server-everything/dist/index.js",
  );
  const child = spawn(process.execPath, [path, "sse"], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = once(child, "exit");

  const log: string[] = [];
  const lines = createInterface({ input: child.stderr });
  const listening = new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => {
      if (log.length < 100) log.push(line);
      if (line.includes("running on port")) resolve();
    });
    child.on("error", reject);
    child.on("exit", (status) =>
      reject(new Error(`server-everything exited with ${status}: ${log.join("\n")}`)),
    );
  });
  await listening;

  return {
    url: new URL(`http://127.0.0.1:${port}/sse`),
    async close() {
      child.kill();
      await exited;
      lines.close();
    },
  };
}

/** A port that nothing listens on just now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
