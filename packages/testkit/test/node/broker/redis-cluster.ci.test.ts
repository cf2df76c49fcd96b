import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startRedisCluster } from "../../../src/node/broker/redis-cluster.ts";

async function said(port: number, command: string): Promise<string> {
  const socket = connect(port, "127.0.0.1", () => socket.write(`${command}\r\n`));
  const [text] = await once(socket.setEncoding("utf8"), "data");
  socket.destroy();
  return String(text);
}

test("startRedisCluster starts three masters that serve all slots between them, and ends them", async () => {
  const cluster = await startRedisCluster();
  onTestFinished(() => cluster.close());
  expect(cluster.ports).toHaveLength(3);
  for (const port of cluster.ports) {
    const info = await said(port, "CLUSTER INFO");
    expect(info).toContain("cluster_state:ok");
    expect(info).toContain("cluster_slots_ok:16384");
    expect(info).toContain("cluster_size:3");
  }
  await cluster.close();
  await expect(said(cluster.ports[0] ?? 0, "PING")).rejects.toThrow();
});
