// nginx, in turn over the instances that are in rotation. No stickiness: the bus is what makes POSTs arrive.

import type { ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endProcess, freePort, sleep, startListening } from "./processes.ts";

/** How long nginx may take to hear of a new configuration, in ms. */
const RELOAD_MS = 10_000;

/** nginx in front of the instances. */
export interface Balancer {
  /** What clients connect to. */
  readonly url: URL;
  /** Sends what is new to these ports only; streams that are open stay where they are. */
  use(ports: readonly number[]): Promise<void>;
  close(): Promise<void>;
}

/** Starts nginx. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const folder = await mkdtemp(join(tmpdir(), "scale-out-"));
  const port = await freePort();
  const config = join(folder, "nginx.conf");
  const log = join(folder, "error.log");
  const write = (to: readonly number[]): Promise<void> => writeFile(config, configFor(folder, port, to));
  await write(ports);
  let nginx: ChildProcess;
  try {
    nginx = await startListening("nginx", ["-c", config, "-p", folder, "-e", log], port);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  const countWorkers = async (): Promise<number> =>
    (await readFile(log, "utf8")).split("start worker process ").length;
  return {
    url: new URL(`http://127.0.0.1:${port}/sse`),
    async use(to) {
      const before = await countWorkers();
      await write(to);
      nginx.kill("SIGHUP");
      const deadline = performance.now() + RELOAD_MS;
      while ((await countWorkers()) === before) {
        if (performance.now() > deadline) throw new Error("nginx did not reload");
        await sleep(10);
      }
    },
    async close() {
      await endProcess(nginx, "SIGTERM");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function configFor(folder: string, port: number, ports: readonly number[]): string {
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `
${user}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log notice;
events { worker_connections 1024; }
http {
  access_log off;
  ${paths.join(" ")}
  upstream mcp {
    ${ports.map((to) => `server 127.0.0.1:${to} max_fails=0;`).join(" ")}
  }
  server {
    listen 127.0.0.1:${port};
    location = /sse {
      proxy_pass http://mcp;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      client_max_body_size 4m;
      # An instance that is not ready says 503 to a GET: another one may be. A POST is never sent twice.
      proxy_next_upstream error timeout http_503;
    }
  }
}
`;
}
