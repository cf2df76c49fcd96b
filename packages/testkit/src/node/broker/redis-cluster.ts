// A real Redis Cluster for a test: three masters on loopback, and no replicas.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Broker, freePort, startRedis } from "./broker.ts";

const MASTERS = 3;

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
    await promisify(execFile)("redis-cli", ["--cluster", "create", ...addresses, "--cluster-yes"]);
    return { ports, close };
  } catch (error) {
    await close();
    throw error;
  }
}
