// A real Redis Cluster for a test: three masters on loopback, and no replicas.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { PATIENCE_MS } from "../../patience.ts";
import { type Broker, freePort, startRedis } from "./broker.ts";

const MASTERS = 3;

const run = promisify(execFile);

/** A running cluster. */
export interface RedisCluster {
  readonly ports: readonly number[];
  close(): Promise<void>;
}

/** Starts a cluster of Debian's redis-server; resolves when it serves all slots. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const nodes: Broker[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.close()));
  };
  try {
    for (let node = 0; node < MASTERS; node++) {
      const bus = String(await freePort());
      nodes.push(await startRedis("--cluster-enabled", "yes", "--cluster-port", bus));
    }
    const ports = nodes.map(({ port }) => port);
    const addresses = ports.map((port) => `127.0.0.1:${port}`);
    await run("redis-cli", ["--cluster", "create", ...addresses, "--cluster-yes"]);
    await Promise.all(ports.map(serving));
    return { ports, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Each of them has to hear of the others' slots first. */
async function serving(port: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const { stdout } = await run("redis-cli", ["-p", String(port), "cluster", "info"]);
    if (stdout.includes("cluster_state:ok")) return;
    if (performance.now() > deadline) throw new Error(`the cluster does not serve: ${stdout}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
