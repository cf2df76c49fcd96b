import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { verifies } from "@mcp-sse/testkit";
import { type Broker, busFailureSuite } from "@mcp-sse/testkit/node";
import { describe, expect } from "vitest";
import { clusterBus } from "../../src/node/cluster-bus.ts";

const relay = clusterBus({ primary: true });

/** The test's own process relays: there is no broker that could fail. */
const none: Broker = {
  port: 0,
  pid: process.pid,
  kill: async () => undefined,
  start: async () => undefined,
  freeze: () => Promise.resolve(),
  thaw: () => undefined,
  close: async () => undefined,
};

busFailureSuite({
  name: "clusterBus",
  cases:
    /in order, each once|forged|first byte|queue of the session|restarted|10 000|killed in mid-flight|stopped past the deadline, and never|stalls|clocks/,
  program: new URL("support/cluster-node.mjs", import.meta.url),
  startBroker: async () => none,
  urlOf: () => "",
  onFork: (child) => relay.relay(child),
  tap: () => Promise.reject(new Error("nobody can listen beside a process")),
  tooLargeBytes: 5 * 1024 * 1024,
});

describe("clusterBus with node:cluster", () => {
  verifies(
    "bus.deliver.accepted",
    "carries the POSTs that the system hands to the other worker",
    async () => {
      const program = new URL("support/cluster-primary.mjs", import.meta.url).pathname;
      const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 30_000 });
      const { statuses, answers, carried } = JSON.parse(stdout);
      expect(statuses).toEqual(Array.from({ length: 20 }, () => 202));
      expect(answers).toBe(20);
      expect(Math.max(...carried)).toBeGreaterThan(0);
    },
  );
});
